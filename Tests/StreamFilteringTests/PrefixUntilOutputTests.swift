import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("prefix(untilOutputFrom:)")
struct PrefixUntilOutputTests {
  private let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
  private let trigger = ScriptedPublisher<String, Never>(letsGo: false)

  @Test("Republishes elements until the trigger delivers one, then finishes")
  func values() {
    let recorder = upstream.prefix(untilOutputFrom: trigger).record()
    upstream.send(1)
    upstream.send(2)
    trigger.send("a")
    upstream.send(3)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual(trigger.requests, [.demand(.max(1)), .cancel])
  }

  @Test("A trigger that ends without an element changes nothing", arguments: [true, false])
  func triggerEnds(fails: Bool) {
    let trigger = ScriptedPublisher<String, TestError>(letsGo: false)
    let recorder = upstream.prefix(untilOutputFrom: trigger).record()
    upstream.send(1)
    trigger.send(completion: fails ? .failure(TestError("trigger")) : .finished)
    trigger.send("too late")
    upstream.send(2)
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
    expectEqual(trigger.requests, [.demand(.max(1))])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.prefix(untilOutputFrom: trigger) }, .passedOn)
  }

  @Test("An element sent from inside the delivery in which the trigger fires is dropped")
  func afterTriggerInsideDelivery() {
    let recorder = upstream.prefix(untilOutputFrom: trigger).record { [upstream, trigger] _ in
      trigger.send("a")
      upstream.send(2)
      return .none
    }
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  @Test("A trigger that delivers at once finishes the stream: the subscription comes first, upstream is cancelled")
  func triggerAtHand() {
    let recorder = upstream.prefix(untilOutputFrom: Just("a")).record()
    expectEqual(recorder.events, [.subscription("PrefixUntilOutput"), .finished])
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A trigger from inside the delivery of an element finishes the stream after that element (rule 3)")
  func triggerInsideValue() {
    let trigger = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [trigger, weak recorder] _ in
      trigger.send(0)
      expectEqual(recorder?.completions.isEmpty, true)
      return .max(1)
    }
    upstream.prefix(untilOutputFrom: trigger).subscribe(recorder)
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A cancel from inside a delivery, after the trigger, suppresses the completion (rule 5)")
  func cancelAfterTriggerInsideValue() {
    let trigger = PassthroughSubject<Int, Never>()
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [trigger, weak recorder] _ in
      trigger.send(0)
      recorder?.cancel()
      return .none
    }
    upstream.prefix(untilOutputFrom: trigger).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    expectEqual(upstream.cancelCount, 1)
  }
}
