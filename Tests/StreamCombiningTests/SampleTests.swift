import StreamCombining
import StreamCore
import TestSupport
import Testing

@Suite("sample(on:)")
struct SampleTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  // Case XA-129.
  @Test("A trigger delivers the newest element, once")
  func samples() {
    marbles("-1-2----3--|", "--x--x-x-x-|") { $0.sample(on: $1) }.run.expect("--1--2---3-|")
    let (run, trigger) = marbles("-1-2----3--|", "--x--x-x-x--") { $0.sample(on: $1) }
    run.expect("--1--2---3-|")
    expectEqual(trigger.upstream, "-----------!")
  }

  // Case XA-130.
  @Test("A repeating one delivers it again")
  func repeats() {
    marbles("-1-2----3--|", "--x--x-x-x-|") { $0.sample(on: $1, repeating: true) }.run.expect("--1--2-2-3-|")
  }

  // Case XA-131.
  @Test("A trigger before the first element delivers nothing")
  func early() {
    marbles("---1--", "-x") { $0.sample(on: $1) }.run.expect("---")
    marbles("---1--", "-x") { $0.sample(on: $1, repeating: true) }.run.expect("---")
  }

  // Case XA-132.
  @Test("A failure is passed on at once, though an element waits")
  func failures() {
    let (run, trigger) = marbles("-1-#", "-----x") { $0.sample(on: $1) }
    run.expect("---#")
    expectEqual(trigger.upstream, "---!")
    marbles("-1-----", "---#") { $0.sample(on: $1) }.run.expect("---#", upstream: "---!")
  }

  @Test("An element that waits when upstream finishes comes with the next trigger, or never if that finishes")
  func waits() {
    marbles("-1|", "----x") { $0.sample(on: $1) }.run.expect("----(1|)")
    marbles("-1|", "----|") { $0.sample(on: $1) }.run.expect("----|")
    marbles("-1|", "--x-x") { $0.sample(on: $1, repeating: true) }.run.expect("--(1|)")
    marbles("-1----", "---|") { $0.sample(on: $1) }.run.expect("---|", upstream: "---!")
  }

  @Test("Both are asked for everything; a trigger without demand leaves the element where it is")
  func demand() {
    let (upstream, trigger) = (Source(), Source())
    let recorder = upstream.sample(on: trigger).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(trigger.requests, [.demand(.unlimited)])
    upstream.send(1)
    trigger.send(0)
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expect(recorder.values.isEmpty)
    upstream.send(2)
    trigger.send(0)
    expectEqual(recorder.values, [2])
    upstream.send(3)
    trigger.send(0)
    expectEqual(recorder.values, [2])
    upstream.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    trigger.send(0)
    expectEqual(recorder.values, [2, 3])
    expect(recorder.isFinished)
    expectEqual(trigger.cancelCount, 1)
  }

  @Test("What downstream returns counts as demand")
  func returnedDemand() {
    let (upstream, trigger) = (Source(), Source())
    let recorder = upstream.sample(on: trigger, repeating: true).record(demand: .max(1)) { $0 < 3 ? .max(1) : .none }
    for value in 1...5 {
      upstream.send(value)
      trigger.send(0)
    }
    expectEqual(recorder.values, [1, 2, 3])
  }

  @Test("A trigger that cannot fail needs no conversion")
  func unfailing() {
    let upstream = Source()
    let trigger = PassthroughSubject<Void, Never>()
    let recorder = upstream.sample(on: trigger).record()
    upstream.send(1)
    trigger.send()
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.failure, TestError())
    expectEqual([1, 2].publisher.sample(on: Just(0)).record().values, [2])
  }

  @Test("A trigger is not subscribed to after upstream has failed or finished empty inside its subscription")
  func endsAtOnce() {
    let trigger = Source()
    #expect(Empty<Int, TestError>().sample(on: trigger).record().isFinished)
    #expect(Fail<Int, TestError>(error: TestError()).sample(on: trigger).record().failure == TestError())
    expect(trigger.requests.isEmpty)
  }

  @Test("Triggers from inside a delivery are served after it, within the demand")
  func reentrant() {
    let upstream = CurrentValueSubject<Int, Never>(0)
    let trigger = PassthroughSubject<Void, Never>()
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    recorder.onValue = { value in
      guard value < manyTimes else { return .none }
      upstream.send(value + 1)
      // Without demand: the element stays.
      trigger.send()
      recorder.request(.max(1))
      trigger.send()
      return .none
    }
    upstream.sample(on: trigger).subscribe(recorder)
    trigger.send()
    expectEqual(recorder.values, Array(0...manyTimes))
    expectEqual(recorder.overlaps, 0)
    recorder.onValue = nil
  }

  @Test("A cancel reaches both, once, and releases the element that waits")
  func cancels() {
    let upstream = ScriptedPublisher<Token, TestError>(letsGo: false)
    let trigger = Source(letsGo: false)
    weak var held: Token?
    do {
      let token = Token()
      held = token
      let recorder = upstream.sample(on: trigger).record()
      upstream.send(token)
      recorder.cancel()
      recorder.cancel()
      trigger.send(0)
      expect(recorder.values.isEmpty)
    }
    expect(held == nil)
    expectEqual(upstream.cancelCount, 1)
    expectEqual(trigger.cancelCount, 1)
  }

  @Test("Pipelines are released after a finish, a failure and a cancel")
  func releases() {
    expectEqual(leaks { upstream, token in upstream.passing(token).sample(on: upstream) }, [])
    expectEqual(leaks { upstream, token in upstream.sample(on: upstream.passing(token), repeating: true) }, [])
  }

  @Test("Elements and triggers of two threads deliver in order, each once")
  func threads() {
    let upstream = PassthroughSubject<Int, Never>()
    let trigger = PassthroughSubject<Void, Never>()
    let recorder = upstream.sample(on: trigger).record()
    concurrently(2) { thread in
      for number in 1...20_000 { if thread == 0 { upstream.send(number) } else { trigger.send() } }
    }
    upstream.send(0)
    upstream.send(completion: .finished)
    trigger.send()
    expectEqual(recorder.values.last, 0)
    let values = recorder.values.dropLast()
    expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 })
    expect(recorder.isFinished)
    expectEqual(recorder.overlaps, 0)
  }
}
