import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("The until-operators on many threads")
struct UntilOutputConcurrencyTests {
  private typealias Subject = PassthroughSubject<Int, TestError>

  @Test("prefix: when the trigger fires amid elements, a prefix is delivered, then one completion (rule 3)")
  func prefixTriggered() {
    for _ in 0..<500 {
      let (upstream, trigger) = (Subject(), Subject())
      let recorder = upstream.prefix(untilOutputFrom: trigger).record()
      concurrently(2) { thread in
        if thread == 0 { return trigger.send(0) }
        for number in 0..<50 { upstream.send(number) }
      }
      expectEqual(recorder.values, Array(0..<recorder.values.count))
      expect(recorder.isFinished)
      expectEqual(recorder.events.last, .finished)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test(
    "prefix: when the completion of upstream races the trigger, one completion is delivered (rule 4)",
    arguments: [true, false])
  func prefixEnds(fails: Bool) {
    for _ in 0..<500 {
      let (upstream, trigger) = (Subject(), Subject())
      let recorder = upstream.prefix(untilOutputFrom: trigger).record()
      concurrently(2) { thread in
        if thread == 0 { return trigger.send(0) }
        upstream.send(1)
        upstream.send(completion: fails ? .failure(TestError()) : .finished)
      }
      expectEqual(recorder.completions.count, 1)
      expect(recorder.isFinished || fails)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("drop: when the trigger fires amid elements, a suffix without a gap is delivered")
  func dropTriggered() {
    for _ in 0..<500 {
      let (upstream, trigger) = (Subject(), Subject())
      let recorder = upstream.drop(untilOutputFrom: trigger).record()
      concurrently(2) { thread in
        if thread == 0 { return trigger.send(0) }
        for number in 0..<50 { upstream.send(number) }
      }
      upstream.send(50)
      upstream.send(completion: .finished)
      expectEqual(recorder.values, Array((51 - recorder.values.count)...50))
      expect(!recorder.values.isEmpty)
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test(
    "drop: when the trigger and upstream end at once, one completion is delivered (rule 4)", arguments: [true, false])
  func dropEnds(fails: Bool) {
    for _ in 0..<500 {
      let (upstream, trigger) = (Subject(), Subject())
      let recorder = upstream.drop(untilOutputFrom: trigger).record()
      concurrently(2) { thread in
        let completion: Subscribers.Completion<TestError> = fails ? .failure(TestError("\(thread)")) : .finished
        if thread == 0 { return trigger.send(completion: completion) }
        for number in 0..<5 { upstream.send(number) }
        upstream.send(completion: completion)
      }
      expectEqual(recorder.values, [])
      expectEqual(recorder.completions.count, 1)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test(
    "A cancel that races elements and the trigger suppresses what follows, and releases everything (rules 5 and 7)",
    arguments: UntilOutputOperator.allCases)
  func cancelAmidEverything(until: UntilOutputOperator) {
    for _ in 0..<500 {
      let (upstream, trigger) = (Subject(), Subject())
      weak var downstream: RecordingSubscriber<Int, TestError>?
      do {
        let recorder = until(upstream, trigger).record()
        downstream = recorder
        concurrently(3) { thread in
          switch thread {
          case 0: trigger.send(0)
          case 1: recorder.cancel()
          default: for number in 0..<20 { upstream.send(number) }
          }
        }
        let count = recorder.events.count
        upstream.send(99)
        upstream.send(completion: .finished)
        expectEqual(recorder.events.count, count)
        expectEqual(recorder.overlaps, 0)
        recorder.forget()
      }
      expect(downstream == nil)
    }
  }

  @Test("Requests of several threads, made while upstream begins, add up", arguments: UntilOutputOperator.allCases)
  func requestsWhileBeginning(until: UntilOutputOperator) {
    for _ in 0..<500 {
      let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
      let trigger = Subject()
      let recorder = until(upstream, trigger).record(demand: .none)
      concurrently(3) { thread in
        if thread == 0 { upstream.sendSubscription() } else { recorder.request(.max(thread)) }
      }
      expectEqual(upstream.demand, .max(3))
      recorder.cancel()
    }
  }
}
