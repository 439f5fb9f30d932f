import Dispatch
import Foundation
import Streams

// Common mistakes. The compiler says the same of each, whether the elements are numbers, texts or structures.

#if INT
  typealias Element = Int
#elseif STRING
  typealias Element = String
#elseif ITEM
  struct Item {}
  typealias Element = Item
#endif

struct CacheError: Error {}
struct NetworkError: Error {}

final class Model {
  var count = 0.5
}

func load(_ element: Element) -> AnyPublisher<Element, NetworkError> {
  Fail(error: NetworkError()).eraseToAnyPublisher()
}

func checked(_ element: Element) throws -> Element { element }

func store(_ element: Element) async {}

func mistakes(
  elements: PassthroughSubject<Element, Never>, cached: PassthroughSubject<Element, CacheError>,
  network: PassthroughSubject<Element, NetworkError>, cancellables: Set<AnyCancellable>
) {
  // fails: flatMap(maxPublishers:_:)' requires the types 'CacheError' and 'NetworkError' be equivalent
  _ = cached.flatMap { load($0) }.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
  // fails: flatMap(maxPublishers:_:)' requires the types 'Never' and 'NetworkError' be equivalent
  _ = elements.map { $0 }.flatMap { load($0) }.sink { print($0) }
  // fails: switchToLatest()' on 'Publisher' requires the types 'NetworkError' and 'Never' be equivalent
  _ = elements.map { load($0) }.switchToLatest().sink { print($0) }
  // fails: no exact matches in call to instance method 'switchToLatest'
  _ = cached.map { load($0) }.switchToLatest().sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
  // fails: combineLatest' requires the types 'CacheError' and 'NetworkError' be equivalent
  _ = cached.combineLatest(network).sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
  // fails: zip' requires the types 'CacheError' and 'NetworkError' be equivalent
  _ = cached.zip(network).sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
  // fails: cannot convert value of type 'Bool' to expected argument type
  _ = elements.merge(with: Just(true)).sink { print($0) }
  // fails: sink(receiveValue:)' on 'Publisher' requires the types 'CacheError' and 'Never' be equivalent
  _ = cached.sink { print($0) }
  // fails: to parameter expecting synchronous function type
  _ = elements.sink { await store($0) }
  // fails: debounce(for:scheduler:options:)' requires that 'String' conform to 'Scheduler'
  _ = elements.debounce(for: .seconds(1), scheduler: "main").sink { print($0) }
  // fails: cannot convert value of type 'ReferenceWritableKeyPath<Model, Double>' to expected argument type
  _ = elements.assign(to: \.count, on: Model())
  // fails: catch' requires that 'Int' conform to 'Publisher'
  _ = cached.catch { _ in 0 }.sink { print($0) }
  // fails: 'nil' is not compatible with expected argument type
  _ = cached.replaceError(with: nil).sink { print($0) }
  // fails: is incompatible with return type 'Publishers.Filter<PassthroughSubject<Element, Never>>'
  _ = { () -> AnyPublisher<Element, Never> in elements.filter { _ in true } }()
  // fails: to non-throwing function type
  _ = elements.map { try checked($0) }.sink { print($0) }
  // fails: cannot pass immutable value as inout argument: 'cancellables' is a 'let' constant
  _ = elements.sink { print($0) }.store(in: cancellables)
  // fails: makeConnectable()' on 'Publisher' requires the types 'CacheError' and 'Never' be equivalent
  _ = cached.makeConnectable()
  // fails: binary operator '+' cannot be applied to operands of type '[Element]'
  _ = elements.collect(.byTime(DispatchQueue.main, .seconds(1))).map { $0 + 1 }.sink { print($0) }
  // fails: has no member 'nothing'
  _ = elements.map { load($0) }.map { $0.nothing }.sink { print($0) }
}
