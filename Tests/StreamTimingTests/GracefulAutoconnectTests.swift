import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("autoconnect(minimumSubscribers:disconnectAfter:scheduler:)")
struct GracefulAutoconnectTests {
  /// Notes when it is connected and disconnected.
  private final class Source: ConnectablePublisher, Sendable {
    typealias Output = Int
    typealias Failure = TestError

    let subject = PassthroughSubject<Int, TestError>()
    let events = Box<[String]>([])
    private let now: @Sendable () -> String

    init(_ now: @escaping @Sendable () -> String = { "" }) {
      self.now = now
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      subject.subscribe(subscriber)
    }

    func connect() -> any Cancellable {
      note("^")
      return AnyCancellable { self.note("!") }
    }

    private func note(_ event: String) {
      events.update { $0.append(event + now()) }
    }
  }

  private let scheduler = TestScheduler()

  private func makeSource() -> Source {
    Source { [scheduler] in "\(VirtualTime(0).distance(to: scheduler.now).magnitude / 1_000_000_000)" }
  }

  // Case XA-322
  @Test("A subscriber that comes in time finds the same connection, which ends when nobody has come")
  func keepsConnection() {
    let source = makeSource()
    let publisher = source.autoconnect(disconnectAfter: 3, scheduler: scheduler)
    scheduler.advance(to: 1)
    let first = publisher.record()
    scheduler.advance(to: 4)
    first.cancel()
    expectEqual(scheduler.pendingCount, 1)
    scheduler.advance(to: 6)
    let second = publisher.record()
    expectEqual(scheduler.pendingCount, 0)
    source.subject.send(1)
    scheduler.advance(to: 11)
    second.cancel()
    scheduler.resume()
    expectEqual(source.events.value, ["^1", "!14"])
    expectEqual(first.values, [])
    expectEqual(second.values, [1])
    let third = publisher.record()
    expectEqual(source.events.value, ["^1", "!14", "^14"])
    third.cancel()
    scheduler.resume()
    expectEqual(source.events.value, ["^1", "!14", "^14", "!17"])
  }

  @Test("The time begins anew with each last cancel")
  func beginsAnew() {
    let source = makeSource()
    let publisher = source.autoconnect(disconnectAfter: 3, scheduler: scheduler)
    for time in [0, 2, 4] as [VirtualTime] {
      scheduler.advance(to: time)
      publisher.record().cancel()
    }
    scheduler.resume()
    expectEqual(source.events.value, ["^0", "!7"])
  }

  @Test("Zero, or less, disconnects at once, without a timer")
  func noTime() {
    for grace in [0, -5] as [VirtualTime.Stride] {
      let source = makeSource()
      let recorder = source.autoconnect(disconnectAfter: grace, scheduler: scheduler).record()
      recorder.cancel()
      expectEqual(scheduler.pendingCount, 0)
      expectEqual(source.events.value, ["^0", "!0"])
    }
  }

  @Test("A scheduler that runs later work at once disconnects at once")
  func immediate() {
    let source = Source()
    let publisher = source.autoconnect(disconnectAfter: 3, scheduler: ImmediateScheduler.shared)
    for _ in 1...2 { publisher.record().cancel() }
    expectEqual(source.events.value, ["^", "!", "^", "!"])
  }

  @Test("It waits for a number of subscribers, anew after each disconnection")
  func minimum() {
    let source = makeSource()
    let publisher = source.autoconnect(minimumSubscribers: 2, disconnectAfter: 1, scheduler: scheduler)
    for connections in [1, 2] {
      let first = publisher.record()
      expectEqual(source.events.value.filter { $0.hasPrefix("^") }.count, connections - 1)
      let second = publisher.record()
      expectEqual(source.events.value.filter { $0.hasPrefix("^") }.count, connections)
      for recorder in [first, second] { recorder.cancel() }
      scheduler.resume()
    }
    expectEqual(source.events.value, ["^0", "!1", "^1", "!2"])
  }

  @Test("Upstream's end disconnects without a timer, though one subscriber cancels in its delivery")
  func ends() {
    for completion in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let source = makeSource()
      let publisher = source.autoconnect(disconnectAfter: 3, scheduler: scheduler)
      let second = RecordingSubscriber<Int, TestError>()
      let first = RecordingSubscriber<Int, TestError>()
      first.onCompletion = { _ in second.cancel() }
      publisher.subscribe(first)
      publisher.subscribe(second)
      source.subject.send(completion: completion)
      expectEqual(first.completions, [completion])
      expectEqual(source.events.value, ["^0", "!0"])
      expectEqual(scheduler.pendingCount, 0)
    }
  }

  @Test("The timer holds no subscriber, and disconnects though the publisher has been released")
  func release() {
    let source = makeSource()
    weak var held: RecordingSubscriber<Int, TestError>?
    do {
      let recorder = source.autoconnect(disconnectAfter: 3, scheduler: scheduler).record()
      held = recorder
      recorder.cancel()
    }
    expect(held == nil)
    expectEqual(source.events.value, ["^0"])
    scheduler.resume()
    expectEqual(source.events.value, ["^0", "!3"])
    expectEqual(
      leaks { source, _ in Connectable(source).autoconnect(disconnectAfter: 1, scheduler: scheduler) }, [])
    // What waits for its time keeps the scheduler, which keeps it.
    scheduler.resume()
  }

  @Test("A huge time is legal")
  func hugeTime() {
    let source = makeSource()
    let recorder = source.autoconnect(disconnectAfter: .seconds(.max), scheduler: scheduler).record()
    recorder.cancel()
    scheduler.advance(by: 1_000_000)
    expectEqual(source.events.value, ["^0"])
    scheduler.resume()
  }

  @Test("A negative number of subscribers traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = Connectable(Empty<Int, Never>()).autoconnect(
        minimumSubscribers: -1, disconnectAfter: 1, scheduler: ImmediateScheduler.shared)
    }
  }

  /// A connection with one subscriber, and how many there are of it.
  private final class Round: Sendable {
    let source = Source()
    let publisher: GracefulAutoconnectPublisher<Source, ImmediateScheduler>
    let recorders: Box<[RecordingSubscriber<Int, TestError>]>

    init() {
      publisher = source.autoconnect(disconnectAfter: 1, scheduler: ImmediateScheduler.shared)
      recorders = Box([publisher.record()])
    }
  }

  // Case XA-325
  @Test("When one thread cancels while another subscribes, the subscriber that stays has one connection")
  func crossing() {
    let count = 1_000
    for _ in 0..<manyTimes / count {
      let rounds = (0..<count).map { _ in Round() }
      TestSupport.race(over: rounds) { round in
        round.recorders.value[0].cancel()
      } against: { round in
        let recorder = round.publisher.record()
        round.recorders.update { $0.append(recorder) }
      }
      let faults = rounds.filter { !["^", "^!^"].contains($0.source.events.value.joined()) }
      expect(faults.isEmpty, "\(faults.first?.source.events.value ?? [])")
      for round in rounds { round.recorders.value[1].cancel() }
      expect(rounds.allSatisfy { $0.source.events.value.last == "!" })
    }
  }
}
