import StreamCombining
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("Values that wait for demand in operators of several upstreams")
struct WaitingValuesTests {
  enum Operator: CaseIterable {
    case merge, zip, combineLatest
  }

  private final class Value: Sendable {}

  /// Asks for nothing.
  ///
  /// - Returns: What cancels.
  private func attach<P: Publisher>(to publisher: P) -> () -> Void {
    let recorder = publisher.record(demand: .none)
    return { recorder.cancel() }
  }

  @Test(
    "Waiting values are released by a cancel and by a failure, though the upstreams keep their subscribers (rule 7)",
    arguments: Operator.allCases, [true, false])
  func released(name: Operator, isCancelled: Bool) {
    let sides = (0..<2).map { _ in ScriptedPublisher<Value, TestError>(letsGo: false) }
    let (a, b) = (UnguardedPublisher(sides[0]), UnguardedPublisher(sides[1]))
    let cancel =
      switch name {
      case .merge: attach(to: a.merge(with: b))
      case .zip: attach(to: a.zip(b))
      case .combineLatest: attach(to: a.combineLatest(b))
      }
    weak var waiting: Value?
    do {
      let value = Value()
      waiting = value
      for side in sides { side.send(value) }
    }
    expect(waiting != nil)
    if isCancelled { cancel() } else { sides[0].send(completion: .failure(TestError())) }
    expect(waiting == nil)
    withExtendedLifetime(sides) {}
  }
}
