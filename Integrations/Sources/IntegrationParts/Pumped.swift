public import Dispatch

/// A stage that works on a queue. Not generic, so that a closure for the queue captures no type of a client's.
@usableFromInline
package protocol Pumped: AnyObject, Sendable {
  /// Does what there is to do; called on the stage's serial queue.
  func pump()
}

extension DispatchQueue {
  /// Calls a stage on this queue.
  @usableFromInline
  package func run(_ stage: any Pumped) {
    async { stage.pump() }
  }

  /// Calls a stage on this queue after a delay.
  @usableFromInline
  package func run(_ stage: any Pumped, after delay: Duration) {
    asyncAfter(deadline: .now() + delay.dispatchInterval) { stage.pump() }
  }
}

extension Duration {
  /// The same time for Dispatch, in nanoseconds; never, if it is longer than those can say: 292 years.
  package var dispatchInterval: DispatchTimeInterval {
    let (whole, overflow) = Int(clamping: components.seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let rest = Int(components.attoseconds / 1_000_000_000)
    return overflow || whole > .max - rest ? .never : .nanoseconds(whole + rest)
  }
}
