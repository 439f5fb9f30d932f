// Chains as tutorials and clients write them: from a literal, and to the end.

import Foundation
import Streams

struct Account: Codable, Sendable {
  var name = ""
  var isActive = true
  var balance = 0
}

struct Search: Sendable {
  var text = ""
  var page = 1
}

func fetch(_ search: Search) -> AnyPublisher<[Account], URLError> { Empty().eraseToAnyPublisher() }
func isFree(_ name: String) -> AnyPublisher<Bool, Never> { Just(true).eraseToAnyPublisher() }

func tutorial(erased: AnyPublisher<Int, Never>, subject: PassthroughSubject<Int, Never>) {
  _ = erased.map { $0 * 2 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.removeDuplicates()
    .map { $0 * 2 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.removeDuplicates().sink { print($0) }
  _ = subject.map { $0 * 2 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.removeDuplicates()
    .map { $0 * 2 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.removeDuplicates().sink { print($0) }
  _ = [1, 2, 3].publisher.map { $0 * 2 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.removeDuplicates().sink { print($0) }
  _ = [1, 2, 3].publisher.map { $0 * 2 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.removeDuplicates()
    .map { $0 * 2 }.filter { $0 > 1 }.scan(0) { $0 + $1 }.removeDuplicates().sink { print($0) }
  _ = [1, 2, 3].publisher.map { $0 * 2 + 1 }.map { $0 * 2 + 1 }.map { $0 * 2 + 1 }.map { $0 * 2 + 1 }
    .map { $0 * 2 + 1 }.map { $0 * 2 + 1 }.map { $0 * 2 + 1 }.map { $0 * 2 + 1 }.map { $0 * 2 + 1 }
    .map { $0 * 2 + 1 }.map { $0 * 2 + 1 }.map { $0 * 2 + 1 }.sink { print($0) }
  _ = ["Ada", "Grace"].publisher.map { $0.lowercased() }.filter { $0.count > 3 }.map { ($0, $0.count) }
    .map { "\($0.0): \($0.1)" }.collect().map { $0.joined(separator: ", ") }.sink { print($0) }
  _ = [1.5, 2.5].publisher.map { $0 * 1.19 }.map { $0.rounded() }.map { "\($0) €" }.sink { print($0) }
  _ = (1...10).publisher.filter { $0.isMultiple(of: 2) }.map { $0 * $0 }.reduce(0, +).sink { print($0) }
  _ = [Account(name: "Ada"), Account()].publisher.filter { $0.isActive }.map(\.balance).scan(0) { $0 + $1 }
    .map { "Sum: \($0)" }.sink { print($0) }
  _ = [1, 2, nil].publisher.replaceNil(with: 0).map { $0 + 1 }.collect().sink { print($0) }
  _ = [[1, 2], [3]].publisher.flatMap { $0.publisher }.map { $0 + 1 }.sink { print($0) }
  _ = Just(3).map { $0 + 1 }.map { "\($0)" }.sink { print($0) }
}

func clients(
  texts: PassthroughSubject<String, Never>, names: CurrentValueSubject<String, Never>,
  passwords: CurrentValueSubject<String, Never>, ticks: AnyPublisher<Date, Never>, url: URL,
  bag: inout Set<AnyCancellable>
) {
  // A data task to a sink.
  _ = URLSession.shared.dataTaskPublisher(for: url).map(\.data).decode(type: [Account].self, decoder: JSONDecoder())
    .map { $0.filter { $0.isActive } }.replaceError(with: []).receive(on: DispatchQueue.main)
    .sink { print($0.count) }
  _ = URLSession.shared.dataTaskPublisher(for: url).tryMap { data, response in
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
    return data
  }
  .decode(type: Account.self, decoder: JSONDecoder()).map { $0.name }
  .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  // The validation of a form.
  _ = names.combineLatest(passwords).map { $0.count > 3 && $1.count > 8 }.removeDuplicates().sink { print($0) }
  _ = names.debounce(for: .seconds(0.3), scheduler: DispatchQueue.main).removeDuplicates()
    .flatMap { name in isFree(name).map { $0 ? name : nil } }.combineLatest(passwords) { ($0, $1.isEmpty) }
    .map { $0.0 != nil && !$0.1 }.sink { print($0) }
  // A search.
  texts.debounce(for: .milliseconds(300), scheduler: RunLoop.main).map { $0.trimmingCharacters(in: .whitespaces) }
    .filter { $0.count >= 3 }.removeDuplicates().map { Search(text: $0) }
    .map { fetch($0).replaceError(with: []) }.switchToLatest().map { $0.map(\.name) }
    .sink { print($0) }.store(in: &bag)
  _ = texts.map { Search(text: $0, page: 1) }.flatMap { fetch($0).catch { _ in Just([]) } }.map {
    $0.first?.name ?? "none"
  }
  .sink { print($0) }
  // Polling.
  _ = ticks.map { _ in fetch(Search()) }.switchToLatest().retry(3).replaceError(with: []).map { $0.count }
    .removeDuplicates().sink { print($0) }
  _ = Timer.publish(every: 1, on: .main, in: .common).autoconnect().scan(0) { count, _ in count + 1 }.prefix(5)
    .map { 5 - $0 }.sink { print($0) }
  // Reducers.
  _ = texts.scan(Account()) { account, text in
    var account = account
    account.name = text
    return account
  }
  .map(\.name).removeDuplicates().sink { print($0) }
  _ = texts.scan([String]()) { $0 + [$1] }.map { $0.suffix(3) }.map { $0.joined(separator: " ") }.sink { print($0) }
  // Merged sources.
  _ = texts.map { $0.count }.merge(with: names.map { $0.count }).scan(0) { max($0, $1) }.sink { print($0) }
  _ = Publishers.CombineLatest3(names, passwords, texts).map { $0.isEmpty || $1.isEmpty || $2.isEmpty }.sink {
    print($0)
  }
}
