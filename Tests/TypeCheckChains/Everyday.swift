// Chains of the shapes that programs have, without a type annotation. This folder is no target: `.ci/typecheck-chains`
// type-checks it, and every expression behind `_ =` has to compile within the limit.

import Foundation
import FoundationNetworking
import Streams

struct User: Codable, Equatable, Sendable {
  var id = 0
  var name = ""
  var age = 0
  var balance = 0.0
  var city: String?
}

enum Problem: Error {
  case status(Int)
  case empty
}

func search(_ text: String) -> AnyPublisher<[User], any Error> { Empty().eraseToAnyPublisher() }

func suggestions(_ text: String) -> AnyPublisher<[String], Never> { Empty().eraseToAnyPublisher() }

final class Model: ObservableObject {
  @Published var name = ""
  @Published var age = 0
  @Published var price = 0.0
  @Published var title = ""
  @Published var isValid = false
  var bag = Set<AnyCancellable>()
}

func form(model: Model) {
  _ = model.$name.map { "Hello, " + $0 + "!" }.removeDuplicates().assign(to: \.title, on: model)
  _ = model.$age.map { $0 * 2 + 1 }.map { $0 > 18 && $0 < 99 }.removeDuplicates().assign(to: \.isValid, on: model)
  _ = model.$name.combineLatest(model.$age, model.$price).map { !$0.0.isEmpty && $0.1 > 17 && $0.2 * 1.19 < 100 }
    .removeDuplicates().debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).sink { print($0) }
  _ = model.$name.combineLatest(model.$age, model.$price).map { $0.count > 2 && $1 >= 18 && $2 > 0 }
    .removeDuplicates().map { $0 ? "valid" : "not valid" }.assign(to: \.title, on: model)
  _ = Publishers.CombineLatest3(model.$name, model.$age, model.$price).map { $0.count > 2 && $1 >= 18 && $2 > 0 }
    .removeDuplicates().assign(to: \.isValid, on: model)
  _ = Publishers.CombineLatest(model.$name, model.$age).map { $0.count > 2 && $1 >= 18 }
    .removeDuplicates().map { $0 ? "valid" : "not valid" }.assign(to: \.title, on: model)
}

func network(session: URLSession, url: URL, queue: DispatchQueue) {
  _ = session.dataTaskPublisher(for: url)
    .tryMap { data, response in
      guard let http = response as? HTTPURLResponse, http.statusCode < 400 else { throw Problem.empty }
      return data
    }
    .decode(type: [User].self, decoder: JSONDecoder()).map { $0.filter { $0.age > 17 }.map { $0.name + "!" } }
    .catch { _ in Just([]) }.receive(on: queue).sink { print($0.count + 1) }
  _ = session.dataTaskPublisher(for: url).map { $0.data }.decode(type: [User].self, decoder: JSONDecoder())
    .map { $0.reduce(0) { $0 + $1.balance } / Double($0.count) }.replaceError(with: 0).map { "Mean: \($0 * 2 + 1)" }
    .receive(on: queue).sink { print($0) }
  _ = session.dataTaskPublisher(for: url).map(\.data).retry(3).map { $0.count / 1024 + 1 }.replaceError(with: -1)
    .map { $0 < 0 ? "failed" : "\($0) kB" }.sink { print($0) }
  _ = session.dataTaskPublisher(for: url).map { Result.success($0.data.count + 1) }.catch { Just(.failure($0)) }
    .sink { print($0) }
}

func typing(texts: PassthroughSubject<String, Never>, queue: DispatchQueue) {
  _ = texts.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count > 2 }
    .debounce(for: .milliseconds(300), scheduler: queue).removeDuplicates().map { suggestions($0) }.switchToLatest()
    .map { $0.count * 2 + 1 }.receive(on: queue).sink { print($0) }
  _ = texts.map { $0.lowercased() + "*" }.removeDuplicates().setFailureType(to: (any Error).self).flatMap { search($0) }
    .map { $0.map { $0.name + ", " + "\($0.age + 1)" } }.catch { _ in Just([]) }.map { $0.joined(separator: "; ") }
    .sink { print($0) }
  _ = texts.flatMap { search($0).replaceError(with: []) }.map { $0.count + 1 }.scan(0) { $0 + $1 }.map { $0 * 2 }
    .sink { print($0) }
}

func clocks(queue: DispatchQueue) {
  _ = Timer.publish(every: 1, on: .main, in: .common).autoconnect().scan(0) { count, _ in count + 1 }.map { 60 - $0 }
    .prefix(while: { $0 >= 0 }).map { "\($0 / 60):\($0 % 60)" }.sink { print($0) }
  _ = Timer.publish(every: 0.5, on: .main, in: .default).autoconnect().map { $0.timeIntervalSince1970 * 1000 + 0.5 }
    .scan((0.0, 0.0)) { ($0.1, $1) }.map { $0.1 - $0.0 }
    .sink { print($0) }
  _ = Timer.publish(every: 1, on: .main, in: .common).autoconnect().map { $0.timeIntervalSince1970 }.scan(0) { $0 + $1 }
    .sink { print($0) }
}

func dictionaries(texts: PassthroughSubject<String, Never>) {
  _ = texts.reduce([:]) { counts, text in counts.merging([text: 1]) { $0 + $1 } }.map { $0.count + 1 }
    .sink { print($0) }
}

func notifications(center: NotificationCenter, name: Notification.Name) {
  _ = center.publisher(for: name).compactMap { $0.userInfo?["count"] as? Int }.map { $0 * 2 + 1 }.removeDuplicates()
    .scan(0) { $0 + $1 }.map { "Total: \($0)" }.sink { print($0) }
  _ = center.publisher(for: name).map { ($0.object as? String) ?? "" }.filter { !$0.isEmpty }.map { $0.count }
    .collect(3).map { $0.reduce(0, +) / $0.count }.sink { print($0) }
}

func errors(numbers: PassthroughSubject<Int, any Error>) {
  _ = numbers.tryMap { $0 > 0 ? 100 / $0 : $0 }.retry(2).map { $0 + 1 }.catch { _ in Just(-1) }
    .map { $0 * 2 }.filter { $0 > 0 }.sink { print($0) }
  _ = numbers.map { $0 + 1 }.mapError { Problem.status($0.localizedDescription.count + 1) }.replaceError(with: 0)
    .map { $0 * 2 + 1 }.sink { print($0) }
  _ = numbers.map { Result<Int, any Error>.success($0 + 1) }.catch { Just(Result.failure($0)) }
    .compactMap { try? $0.get() }.map { $0 * 2 + 1 }.sink { print($0) }
}

// Every stage chooses among the typed and untyped forms of its operator.
func throwing(numbers: PassthroughSubject<Int, Never>, check: @escaping @Sendable (Int) throws -> Int) {
  _ = numbers.tryMap { try check($0 + 1) }.tryFilter { try check($0) > 1 }.tryMap { try check($0) }.map { $0 * 2 }
    .tryScan(0) { try check($0 + $1) }.tryMap { try check($0) }.filter { $0 > 2 }.tryPrefix { try check($0) < 1_000 }
    .tryDrop { try check($0) < 10 }.tryRemoveDuplicates { try check($0) == $1 }.map { $0 + 1 }
    .tryMap { try check($0 * 2) }.tryFilter { try check($0) > 0 }.tryReduce(0) { try check($0 + $1) }
    .tryMap { "\($0)" }.sink {
      print($0)
    } receiveValue: {
      print($0)
    }
  _ = numbers.tryMap { $0 + 1 }.tryFilter { $0 > 1 }.tryMap { $0 }.tryMap { $0 * 2 }.tryFilter { $0 > 1 }.tryMap { $0 }
    .tryMap { $0 }.tryMap { $0 }.sink {
      print($0)
    } receiveValue: {
      print($0)
    }
}

func typed(numbers: PassthroughSubject<Int, Never>, check: @escaping @Sendable (Int) throws(Problem) -> Int) {
  _ = numbers.tryMap(check).tryFilter { number throws(Problem) in try check(number) > 1 }.tryMap(check).map { $0 * 2 }
    .tryScan(0) { (sum, number) throws(Problem) in try check(sum + number) }.tryMap(check).filter { $0 > 2 }
    .tryMap(check).tryReduce(0) { (sum, number) throws(Problem) in try check(sum + number) }
    .sink {
      print($0)
    } receiveValue: {
      print($0)
    }
}

func inner(numbers: PassthroughSubject<Int, Never>) {
  _ = numbers.flatMap { Just($0 + 1).tryMap { $0 * 2 }.catch { _ in Just(0) } }.map { $0 + 1 }.sink { print($0) }
  _ = numbers.map { "\($0 + 1)" }.flatMap { Just($0 + "!") }.map { $0.count * 2 }.flatMap { Just(Double($0) + 0.5) }
    .map { $0 * 2 }.sink { print($0) }
}

func building(words: [String]) {
  _ = words.publisher.map { $0.count }.collect().map { $0.sorted().map { "\($0 + 1)" }.joined(separator: ", ") }
    .sink { print($0) }
  _ = words.publisher.map { $0.prefix(1) + "." }.reduce("") { $0 + $1 }.map { "(" + $0 + ")" }.sink { print($0) }
  _ = words.publisher.map { ($0, $0.count) }.filter { $0.1 > 2 }.map { "\($0.0): \($0.1 * 2 + 1)" }.collect()
    .map { $0.joined(separator: "\n") }.sink { print($0) }
}

func sharing(numbers: PassthroughSubject<Int, Never>, user: AnyPublisher<User, Never>) {
  _ = numbers.map { $0 * $0 + 1 }.share().map { $0 % 7 }.map { Double($0) / 2 }.sink { print($0) }
  _ = numbers.map { $0 + 1 }.multicast { PassthroughSubject() }.autoconnect().map { $0 * 2 + 1 }.sink { print($0) }
  _ = numbers.map { $0 + 1 }.print("numbers").handleEvents(receiveOutput: { print($0) }).map { $0 * 2 }
    .filter { $0 > 10 }.sink { print($0) }
  _ = user.map(\.balance).map { $0 * 1.19 }.scan(0) { $0 + $1 }.map { "Sum: \($0 + 0.5) €" }.sink { print($0) }
  _ = user.map(\.name, \.age).map { $0 + ", \($1 + 1)" }.removeDuplicates().sink { print($0) }
  _ = user.map { $0.city ?? "" }.map { $0.isEmpty ? "nowhere" : $0 + "!" }.map { $0.count + 1 }.sink { print($0) }
  _ = user.compactMap { $0.city }.map { $0 + "!" }.scan("") { $0 + ", " + $1 }.sink { print($0) }
}

func merging(one: AnyPublisher<Int, Never>, other: AnyPublisher<Double, Never>, name: AnyPublisher<String, Never>) {
  _ = Future<Int, any Error> { $0(.success(1)) }.zip(Future<Int, any Error> { $0(.success(2)) }).map { $0 + $1 }
    .map { $0 * 2 + 1 }.replaceError(with: 0).sink { print($0) }
  _ = one.zip(other, name) { "\($2): \(Double($0) * $1 + 0.5)" }.map { $0 + "!" }.sink { print($0) }
  _ = one.merge(with: one.map { $0 + 1 }, one.map { $0 * 2 }).scan(0) { $0 + $1 }.map { $0 / 2 }.sink { print($0) }
  _ = one.combineLatest(other) { Double($0) * $1 }.map { $0 * 2 + 1 }.map { $0 > 10 ? "much" : "little" }
    .sink { print($0) }
  _ = one.map { $0 * 2 + 1 }.map { $0 + 1 }.collect(2).map { $0.reduce(0, +) }.sink { print($0) }
  _ = one.map { $0 > 0 ? Double($0) * 2.5 : 0 }.map { $0 + 1 }.max().map { Int($0) + 1 }.sink { print($0) }
}
