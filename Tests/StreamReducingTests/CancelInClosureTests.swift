import StreamCore
import StreamReducing
import TestSupport
import Testing

// Rule 5 of the contract, for the operators whose own tests cancel from outside.
@Suite("A cancel inside a closure of a reducing operator")
struct CancelInClosureTests {
  enum Operator: CaseIterable {
    case reduce, reduceInto, grouped
  }

  @Test("No result follows, and all is released", arguments: Operator.allCases)
  func ends(name: Operator) {
    let faults = faultsOfCancelInClosure { source, _, closure -> AnyPublisher<[Int: [Int]], TestError> in
      switch name {
      case .reduce:
        return source.reduce([:]) { result, _ in
          closure()
          return result
        }.eraseToAnyPublisher()
      case .reduceInto:
        return source.reduce(into: [:]) { _, _ in closure() }.eraseToAnyPublisher()
      case .grouped:
        return source.grouped { number in
          closure()
          return number
        }.eraseToAnyPublisher()
      }
    }
    expectEqual(faults, [], "\(name)")
  }
}
