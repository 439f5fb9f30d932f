import StreamCore
import StreamTesting
import TestSupport
import Testing

/// They need the trait `CountStreams`. Each has a process of its own: to count is to retain all that is alive for a
/// moment, and other tests expect releases.
@Suite("Living streams", .enabled(if: LivingStreams.isCounting))
struct LivingStreamsTests {
  @Test("Subscriptions and sinks are reported by their descriptions as long as they live")
  func byDescription() async {
    await #expect(processExitsWith: .success) {
      let subject = PassthroughSubject<Int, Never>()
      var cancellables = [subject.sink { _ in }, subject.sink { _ in }]
      cancellables.append(Empty(outputType: Int.self, failureType: Never.self).sink { _ in })
      expectEqual(LivingStreams.report(), ["PassthroughSubject": 2, "Sink": 2])
      expectEqual(LivingStreams.count, 4)
      cancellables.remove(at: 1)
      expectEqual(LivingStreams.report(), ["PassthroughSubject": 1, "Sink": 1])
      subject.send(completion: .finished)
      expectEqual(LivingStreams.report(), [:])
      expectEqual(LivingStreams.count, 0)
      withExtendedLifetime(cancellables) {}
    }
  }

  @Test("A subscription that is a value counts as long as a stage has it, and one that two stages have counts once")
  func takers() async {
    await #expect(processExitsWith: .success) {
      let value = Sending(subscription: ValueSubscription()).sink { _ in }
      expectEqual(LivingStreams.report(), ["Value": 1, "Sink": 1])
      value.cancel()
      expectEqual(LivingStreams.report(), [:])
      let object = Sending(subscription: ScriptedSubscription())
      let cancellables = [object.sink { _ in }, object.sink { _ in }]
      expectEqual(LivingStreams.report(), ["Scripted": 1, "Sink": 2])
      withExtendedLifetime(cancellables) {}
    }
  }

  @Test("The subscription that does nothing belongs to no stream")
  func empty() async {
    await #expect(processExitsWith: .success) {
      let cancellable = Sending(subscription: Subscriptions.empty).sink { _ in }
      expectEqual(LivingStreams.report(), ["Sink": 1])
      withExtendedLifetime(cancellable) {}
    }
  }

  @Test("Threads count while streams begin and end on others")
  func concurrent() async {
    await #expect(processExitsWith: .success) {
      concurrently(4) { thread in
        for _ in 0..<200 {
          let cancellable = Just(1).sink { _ in }
          let open = PassthroughSubject<Int, Never>().sink { _ in }
          if thread == 0, LivingStreams.count < 2 { Issue.record("Living streams are not counted.") }
          cancellable.cancel()
          open.cancel()
        }
      }
      expectEqual(LivingStreams.report(), [:])
    }
  }
}

/// Sends a subscription to each subscriber.
private struct Sending: ReleasingPublisher {
  typealias Output = Int
  typealias Failure = Never

  let subscription: any Subscription

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: subscription)
  }
}

private struct ValueSubscription: Subscription, CustomStringConvertible {
  let combineIdentifier = CombineIdentifier()

  var description: String { "Value" }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {}
}
