import StreamTesting
import Streams
import TestSupport
import Testing

/// Recipes that take time, under virtual time.
@Suite("Scenarios: time")
struct TimingScenarioTests {
  @Test("A timeout ends a stream of delayed retries after two requests, with a finish")
  func retryAgainstTimeout() {
    let scheduler = TestScheduler()
    let requests = Box(0)
    let log = Box<[String]>([])
    let request = Deferred {
      requests.increment()
      return Empty<Int, TestError>(completeImmediately: false)
        .timeout(0.5, scheduler: scheduler) { TestError("unreachable") }
    }
    let cancellable =
      request
      .delay(for: 2, scheduler: scheduler)
      .retry(5)
      .timeout(5, scheduler: scheduler)
      .sink(
        receiveCompletion: { completion in log.update { $0.append("\(scheduler.now) \(completion)") } },
        receiveValue: { value in log.update { $0.append("\(scheduler.now) \(value)") } })
    scheduler.advance(to: 20)
    expectEqual(log.value, ["5 finished"])
    expectEqual(requests.value, 2)
    cancellable.cancel()
  }

  @Test("A timer of a scheduler that connects by itself ticks from the first subscriber to the last")
  func timerPublisher() {
    let scheduler = TestScheduler()
    let ticks = scheduler.timerPublisher(every: 2).autoconnect()
    let (first, second) = (ticks.record(), ticks.record())
    scheduler.advance(to: 5)
    expectEqual(first.values, [2, 4])
    first.cancel()
    scheduler.advance(to: 7)
    expectEqual(second.values, [2, 4, 6])
    second.cancel()
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test("With a longer timeout it fails after all attempts, each two seconds after a failure")
  func spacedRetries() {
    let scheduler = TestScheduler()
    let times = Box<[VirtualTime]>([])
    let request = Deferred {
      times.update { $0.append(scheduler.now) }
      return Fail<Int, TestError>(error: TestError("unreachable"))
    }
    let recorder = request.delay(for: 2, scheduler: scheduler).retry(3).record()
    scheduler.advance(to: 20)
    expectEqual(times.value, [0, 2, 4, 6])
    expectEqual(recorder.failure, TestError("unreachable"))
  }

  @Test("A search field makes one request for each pause in the typing, and shows the last answer only")
  func search() {
    let scheduler = TestScheduler()
    let text = PassthroughSubject<String, Never>()
    let log = Box<[String]>([])
    for (time, typed) in [(0, "c"), (0.1, "ca"), (0.2, "cat"), (1.0, "cats"), (1.6, "cat")] as [(VirtualTime, String)] {
      scheduler.schedule(after: time) { text.send(typed) }
    }
    let cancellable =
      text
      .debounce(for: 0.3, scheduler: scheduler)
      .removeDuplicates()
      .map { Just("found \($0)").delay(for: 0.5, scheduler: scheduler) }
      .switchToLatest()
      .sink { found in log.update { $0.append("\(scheduler.now) \(found)") } }
    scheduler.resume()
    expectEqual(log.value, ["1 found cat", "1.8 found cats", "2.4 found cat"])
    cancellable.cancel()
  }
}
