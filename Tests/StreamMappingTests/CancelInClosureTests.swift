import StreamCore
import StreamMapping
import TestSupport
import Testing

// Rule 5 of the contract, for the operators whose own tests cancel from outside, or inside a delivery.
@Suite("A cancel inside a closure of a mapping operator")
struct CancelInClosureTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  enum Operator: CaseIterable {
    case concatMap, flatMapLatest, flatMapFirst, orderedFlatMap, flatMapRace, flatMap, expand
    case scanInto, scanMap, compactScanMap, withUnretained
  }

  private final class Model: Sendable {}

  @Test("Nothing follows but the element in flight, and all is released", arguments: Operator.allCases)
  func ends(name: Operator) {
    let model = Model()
    let faults = faultsOfCancelInClosure { source, child, closure -> AnyPublisher<Int, TestError> in
      let transform: @Sendable (Int) -> Source = { _ in
        closure()
        return child
      }
      switch name {
      case .concatMap: return source.concatMap(transform).eraseToAnyPublisher()
      case .flatMapLatest: return source.flatMapLatest(transform).eraseToAnyPublisher()
      case .flatMapFirst: return source.flatMapFirst(transform).eraseToAnyPublisher()
      case .orderedFlatMap: return source.orderedFlatMap(maxPublishers: 2, transform).eraseToAnyPublisher()
      case .flatMapRace: return source.flatMapRace(transform).eraseToAnyPublisher()
      case .flatMap: return source.flatMap(transform).eraseToAnyPublisher()
      case .expand: return source.expand(transform).eraseToAnyPublisher()
      case .scanInto:
        return source.scan(into: 0) { sum, number in
          closure()
          sum += number
        }.eraseToAnyPublisher()
      case .scanMap:
        return source.scanMap(into: 0) { _, number in
          closure()
          return number
        }.eraseToAnyPublisher()
      case .compactScanMap:
        return source.compactScanMap(into: 0) { _, number in
          closure()
          return number
        }.eraseToAnyPublisher()
      case .withUnretained:
        return source.withUnretained(model) { _, number in
          closure()
          return number
        }.eraseToAnyPublisher()
      }
    }
    expectEqual(faults, [], "\(name)")
    withExtendedLifetime(model) {}
  }
}
