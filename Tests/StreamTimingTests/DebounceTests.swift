import StreamCore
import StreamParts
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("debounce(for:scheduler:options:)")
struct DebounceTests {
  @Test("Of a text typed in bursts, each burst's last state is delivered after one second")
  func typingTable() {
    let lines = Timeline(typing).run { $0.debounce(for: 1.0, scheduler: $1) }
    expectEqual(lines, ["1.4 Hello", "2.7 HelloCo", "4.2 HelloCombine"])
  }

  @Test("Nothing is delivered while values keep coming within the interval")
  func keepsComing() {
    let lines = Timeline([0.1: 1, 0.2: 2, 0.6: 3, 0.7: 4, 1.1: 5, 1.2: 6]).run { $0.debounce(for: 0.5, scheduler: $1) }
    expectEqual(lines, ["1.7 6"])
  }

  @Test("One value is delivered for each burst")
  func bursts() {
    let lines = Timeline([0.1: 1, 0.2: 2, 1.1: 3, 1.2: 4]).run { $0.debounce(for: 0.5, scheduler: $1) }
    expectEqual(lines, ["0.7 2", "1.7 4"])
  }

  @Test("A value is delivered once")
  func once() {
    let lines = Timeline([0.1: 1, 0.2: 2, 0.3: 3, 0.9: 5, 0.91: 6, 0.92: 7]).run {
      $0.debounce(for: 0.5, scheduler: $1)
    }
    expectEqual(lines, ["0.8 3", "1.42 7"])
  }

  @Test("Each delivered value uses up one of the demand, and without demand none is delivered (rule 2)")
  func spendsDemand() {
    let scheduler = TestScheduler()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.debounce(for: 1, scheduler: scheduler).record(demand: .max(3))
    for value in 1...5 {
      subject.send(value)
      scheduler.advance(by: 2)
    }
    expectEqual(recorder.values, [1, 2, 3])
    recorder.cancel()
  }

  @Test("A value that is due without demand is reported as dropped, one that a newer takes the place of is not")
  func reportsDrops() {
    let drops = reportedDrops {
      expectEqual(
        Timeline([0.1: 1, 1: 2, 1.1: 3]).run(demand: .max(1)) { $0.debounce(for: 0.5, scheduler: $1) }, ["0.6 1"])
    }
    expectEqual(drops, [DropReport(operatorName: "Debounce", reason: .beyondDemand)])
  }

  @Test("A completion is not delayed, and the value that waits is lost")
  func completionWhileWaiting() {
    expectEqual(
      Timeline([0.1: 1], end: 0.2).run { $0.debounce(for: 0.5, scheduler: $1) }, ["0.2 finished"])
    expect(
      Timeline([0.1: 1], end: 0.2, with: .failure(TestError())).run { $0.debounce(for: 0.5, scheduler: $1) }
        == ["0.2 failure(failure)"])
  }

  @Test("A failure in a quiet time is delivered")
  func failureWhileQuiet() {
    let lines = Timeline([0.1: 1], end: 2, with: .failure(TestError())).run { $0.debounce(for: 0.5, scheduler: $1) }
    expectEqual(lines, ["0.6 1", "2 failure(failure)"])
  }

  @Test("Unlimited demand is requested upstream; a value without demand is lost")
  func demand() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let scheduler = TestScheduler()
    let recorder = upstream.debounce(for: 1, scheduler: scheduler).record(demand: .none)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    scheduler.advance(by: 2)
    recorder.request(.max(1))
    upstream.send(2)
    scheduler.advance(by: 2)
    upstream.send(3)
    scheduler.advance(by: 2)
    expectEqual(recorder.values, [2])
  }

  @Test("The same publisher debounces separately for each subscriber")
  func twice() {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, TestError>()
    let publisher = source.debounce(for: 1, scheduler: scheduler)
    for number in 1...2 {
      let recorder = publisher.record()
      source.send(number)
      scheduler.advance(by: 1)
      expectEqual(recorder.values, [number])
      recorder.cancel()
    }
  }

  @Test("The longest possible interval does not end at once")
  func longest() {
    let scheduler = TestScheduler(initialClock: 1_000)
    let source = PassthroughSubject<Int, TestError>()
    let recorder = source.debounce(for: .nanoseconds(.max), scheduler: scheduler).record()
    source.send(1)
    scheduler.advance(by: 1_000_000)
    expectEqual(recorder.values, [])
  }

  @Test("A cancel leaves no work with the scheduler")
  func cancel() {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, TestError>()
    let recorders = (0..<1_000).map { _ in source.debounce(for: 10, scheduler: scheduler).record() }
    source.send(1)
    expectEqual(scheduler.pendingCount, 1_000)
    for recorder in recorders { recorder.cancel() }
    expectEqual(scheduler.pendingCount, 0)
    scheduler.resume()
    expect(recorders.allSatisfy { $0.values == [] })
  }

  @Test("Many values at once need one timer")
  func flood() {
    let scheduler = TestScheduler()
    let source = PassthroughSubject<Int, TestError>()
    let recorder = source.debounce(for: 1, scheduler: scheduler).record()
    for value in 0..<1_000 {
      source.send(value)
      expectEqual(scheduler.pendingCount, 1)
      scheduler.advance(by: .milliseconds(1))
    }
    scheduler.resume()
    expectEqual(recorder.values, [999])
    expectEqual("\(scheduler.now)", "1.999")
  }
}
