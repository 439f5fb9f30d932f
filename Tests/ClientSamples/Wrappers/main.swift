import Streams

// A client adds a parameter with a default to operators of Combine, and calls the original inside: it must not call
// itself. In Swift 6's mode the closures are `@Sendable`, as the originals ask for.

nonisolated(unsafe) var calls: [String: Int] = [:]

func called(_ name: String) {
  calls[name, default: 0] += 1
  precondition(calls[name] == 1, "The wrapper of \(name) calls itself.")
}

#if SWIFT_5
  typealias Unary<A, B> = (A) -> B
  typealias Throwing<A, B> = (A) throws -> B
  typealias Binary<A, B, C> = (A, B) -> C
#else
  typealias Unary<A, B> = @Sendable (A) -> B
  typealias Throwing<A, B> = @Sendable (A) throws -> B
  typealias Binary<A, B, C> = @Sendable (A, B) -> C
#endif

extension Publisher {
  func map<T>(_ transform: @escaping Unary<Output, T>, file: String = #file) -> Publishers.Map<Self, T> {
    called("map")
    return map(transform)
  }

  func tryMap<T>(_ transform: @escaping Throwing<Output, T>, file: String = #file) -> Publishers.TryMap<Self, T> {
    called("tryMap")
    return tryMap(transform)
  }

  func compactMap<T>(_ transform: @escaping Unary<Output, T?>, file: String = #file) -> Publishers.CompactMap<Self, T> {
    called("compactMap")
    return compactMap(transform)
  }

  func scan<T>(
    _ initialResult: T, _ next: @escaping Binary<T, Output, T>, file: String = #file
  ) -> Publishers.Scan<Self, T> {
    called("scan")
    return scan(initialResult, next)
  }

  func reduce<T>(
    _ initialResult: T, _ next: @escaping Binary<T, Output, T>, file: String = #file
  ) -> Publishers.Reduce<Self, T> {
    called("reduce")
    return reduce(initialResult, next)
  }

  func filter(_ isIncluded: @escaping Unary<Output, Bool>, file: String = #file) -> Publishers.Filter<Self> {
    called("filter")
    return filter(isIncluded)
  }

  func tryFilter(_ isIncluded: @escaping Throwing<Output, Bool>, file: String = #file) -> Publishers.TryFilter<Self> {
    called("tryFilter")
    return tryFilter(isIncluded)
  }

  func removeDuplicates(
    by predicate: @escaping Binary<Output, Output, Bool>, file: String = #file
  ) -> Publishers.RemoveDuplicates<Self> {
    called("removeDuplicates")
    return removeDuplicates(by: predicate)
  }

  func prefix(while predicate: @escaping Unary<Output, Bool>, inclusive: Bool = false) -> AnyPublisher<Output, Failure>
  {
    called("prefix")
    return prefix(while: predicate).eraseToAnyPublisher()
  }

  func first(where predicate: @escaping Unary<Output, Bool>, file: String = #file) -> Publishers.FirstWhere<Self> {
    called("first")
    return first(where: predicate)
  }

  func flatMap<P: Publisher>(
    maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping Unary<Output, P>, file: String = #file
  ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
    called("flatMap")
    return flatMap(maxPublishers: maxPublishers, transform)
  }

  func `catch`<P: Publisher>(
    _ handler: @escaping Unary<Failure, P>, file: String = #file
  ) -> Publishers.Catch<Self, P> where P.Output == Output {
    called("catch")
    return `catch`(handler)
  }
}

enum Ownership {
  case strong, weak
}

extension Publisher where Failure == Never {
  func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root, ownership: Ownership = .strong
  ) -> AnyCancellable {
    called("assign")
    return assign(to: keyPath, on: object)
  }
}

protocol Assigning<Output> {
  associatedtype Output

  func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root) -> AnyCancellable
}

extension Just: Assigning {}

final class Model {
  var number = 0
}

func use() {
  let numbers = [1, 2, 3].publisher
  _ = numbers.map({ $0 + 1 }, file: "").sink { _ in }
  _ = numbers.tryMap({ $0 + 1 }, file: "").replaceError(with: 0).sink { _ in }
  _ = numbers.compactMap({ $0 > 1 ? $0 : nil }, file: "").sink { _ in }
  _ = numbers.scan(0, { $0 + $1 }, file: "").sink { _ in }
  _ = numbers.reduce(0, { $0 + $1 }, file: "").sink { _ in }
  _ = numbers.filter({ $0 > 1 }, file: "").sink { _ in }
  _ = numbers.tryFilter({ $0 > 1 }, file: "").replaceError(with: 0).sink { _ in }
  _ = numbers.removeDuplicates(by: { $0 == $1 }, file: "").sink { _ in }
  _ = numbers.prefix(while: { $0 < 3 }, inclusive: false).sink { _ in }
  _ = numbers.first(where: { $0 > 1 }, file: "").sink { _ in }
  _ = numbers.flatMap(maxPublishers: .max(1), { Just($0) }, file: "").sink { _ in }
  _ = numbers.setFailureType(to: (any Error).self).catch({ _ in Just(0) }, file: "").sink { _ in }
  let model = Model()
  _ = numbers.assign(to: \.number, on: model, ownership: .strong)
  precondition(model.number == 3)
  let reference: (ReferenceWritableKeyPath<Model, Int>, Model) -> AnyCancellable = Just(4).assign(to:on:)
  _ = reference(\.number, model)
  precondition(model.number == 4)
  let requirement: some Assigning<Int> = Just(5)
  _ = requirement.assign(to: \.number, on: model)
  precondition(model.number == 5)
  for name in calls.keys.sorted() { print(name) }
}

use()
