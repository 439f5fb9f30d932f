import StreamCombining
import StreamCore
import TestSupport
import Testing

// Rule 5 of the contract, for the operators whose own tests cancel from outside, or inside a delivery.
@Suite("A cancel inside a closure of a combining operator")
struct CancelInClosureTests {
  enum Operator: CaseIterable {
    case tryZip, tryCombineLatest, zip, combineLatest, withLatestFrom
  }

  @Test("Nothing follows but the element in flight, and all is released", arguments: Operator.allCases)
  func ends(name: Operator) {
    let faults = faultsOfCancelInClosure { source, other, closure -> AnyPublisher<Int, TestError> in
      let add: @Sendable (Int, Int) -> Int = { one, another in
        closure()
        return one + another
      }
      let tryAdd: @Sendable (Int, Int) throws(TestError) -> Int = { (one, another) throws(TestError) in
        add(one, another)
      }
      switch name {
      case .tryZip: return source.tryZip(other, tryAdd).eraseToAnyPublisher()
      case .tryCombineLatest: return source.tryCombineLatest(other, tryAdd).eraseToAnyPublisher()
      case .zip: return source.zip(other, add).eraseToAnyPublisher()
      case .combineLatest: return source.combineLatest(other, add).eraseToAnyPublisher()
      // The source sends first.
      case .withLatestFrom: return other.withLatestFrom(source, resultSelector: add).eraseToAnyPublisher()
      }
    }
    expectEqual(faults, [], "\(name)")
  }
}
