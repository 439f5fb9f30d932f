import StreamCore
import TestSupport
import Testing

/// Delivers one value, and never ends.
struct Endless: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let onCancel: @Sendable () -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: ScriptedSubscription(onCancel: onCancel))
    _ = subscriber.receive(1)
  }
}

/// Lets many threads subscribe and cancel, and checks that each run of upstream ends before the next begins.
///
/// - Parameters:
///   - share: Shares a publisher.
///   - sourceLocation: The place of the test.
func expectOneRunAtATime(
  _ share: (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (living, overlaps, runs) = (Box(0), Box(0), Box(0))
  let upstream = Deferred {
    runs.increment()
    if living.increment() > 1 { overlaps.increment() }
    return Endless { living.update { $0 -= 1 } }
  }
  let shared = share(upstream.eraseToAnyPublisher())
  concurrently(4) { _ in
    for _ in 0..<300 { shared.record().cancel() }
  }
  #expect(runs.value > 0, sourceLocation: sourceLocation)
  #expect(overlaps.value == 0, sourceLocation: sourceLocation)
  #expect(living.value == 0, sourceLocation: sourceLocation)
}
