import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("drop(untilOutputFrom:)")
struct DropUntilOutputTests {
  private let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
  private let trigger = ScriptedPublisher<String, TestError>(letsGo: false)

  @Test("Drops elements until the trigger delivers one, which is not delivered itself")
  func values() {
    let words = PassthroughSubject<String, Never>()
    let trigger = PassthroughSubject<Int, Never>()
    let recorder = words.drop(untilOutputFrom: trigger).record()
    words.send("hello")
    trigger.send(1)
    words.send("world")
    trigger.send(2)
    words.send("fini")
    words.send(completion: .finished)
    expectEqual(recorder.values, ["world", "fini"])
    expect(recorder.isFinished)
  }

  @Test("A trigger that finishes first finishes the stream, and cancels upstream")
  func triggerFinishes() {
    let recorder = upstream.drop(untilOutputFrom: trigger).record()
    trigger.send(completion: .finished)
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.values, [])
    expect(recorder.isFinished)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    expectEqual(trigger.requests, [.demand(.max(1))])
  }

  @Test("A trigger that fails first fails the stream, and cancels upstream")
  func triggerFails() {
    let recorder = upstream.drop(untilOutputFrom: trigger).record()
    trigger.send(completion: .failure(TestError("trigger")))
    expectEqual(recorder.failure, TestError("trigger"))
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("After the trigger's element the trigger is cancelled, and its completion changes nothing")
  func opensForGood() {
    let recorder = upstream.drop(untilOutputFrom: trigger).record()
    trigger.send("a")
    expectEqual(trigger.requests, [.demand(.max(1)), .cancel])
    trigger.send("b")
    trigger.send(completion: .failure(TestError("late")))
    upstream.send(1)
    expectEqual(recorder.values, [1])
    expect(recorder.completions.isEmpty)
    expectEqual(trigger.cancelCount, 1)
  }

  @Test("Requests one more for each element that it drops; other demand passes unchanged")
  func demandIsExact() {
    let recorder = upstream.drop(untilOutputFrom: trigger).record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.send(1), .max(1))
    trigger.send("a")
    expectEqual(upstream.send(2), .max(3))
    recorder.request(.max(1))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(1))])
    expectEqual(recorder.values, [2])
  }

  @Test("The trigger is subscribed to first, so that one that delivers at once lets every element pass")
  func triggerAtHand() {
    let recorder = [1, 2].publisher.drop(untilOutputFrom: Just("a")).record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
  }

  @Test("A trigger that ends at once ends the stream: the subscription comes first, and upstream is cancelled")
  func triggerEndsAtOnce() {
    let recorder = upstream.drop(untilOutputFrom: Fail<Int, TestError>(error: TestError("trigger"))).record()
    expectEqual(recorder.events, [.subscription("DropUntilOutput"), .failure(TestError("trigger"))])
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A trigger's element sent from inside upstream's delivery takes effect from the next element on")
  func sameSource() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.drop(untilOutputFrom: subject.filter { $0 == 2 }).record()
    for number in 1...3 { subject.send(number) }
    expectEqual(recorder.values, [2, 3])
  }

  @Test("Two are equal if both publishers are")
  func equality() {
    typealias Dropping = Publishers.DropUntilOutput<Just<Int>, Just<Int>>
    expectEqual(Dropping(upstream: Just(1), other: Just(2)), Dropping(upstream: Just(1), other: Just(2)))
    expect(Dropping(upstream: Just(1), other: Just(2)) != Dropping(upstream: Just(1), other: Just(3)))
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let trigger = PassthroughSubject<Int, Never>()
    let recorder = (0...manyTimes).publisher
      .filter { [trigger] number in
        if number == manyTimes { trigger.send(0) }
        return true
      }
      .drop(untilOutputFrom: trigger).record(demand: .max(1))
    expectEqual(recorder.values, [manyTimes])
    expect(recorder.isFinished)
  }
}
