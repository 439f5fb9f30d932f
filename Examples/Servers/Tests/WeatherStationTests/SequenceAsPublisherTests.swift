import AsyncAlgorithms
import StreamConcurrency
import StreamCore
import StreamTesting
import Testing
import WeatherStation

@Suite("An asynchronous sequence as a publisher", .timeLimit(.minutes(5)))
struct SequenceAsPublisherTests {
  @Test(
    "A subscriber gets every value once, in order, and the end, whether it asks for all or for one after the other",
    arguments: FeedKind.allCases, [true, false])
  func everyValue(kind: FeedKind, isEager: Bool) async {
    let feed = kind.make()
    let recorder = RecordingSubscriber<Int, any Error>(demand: isEager ? .unlimited : .max(1))
    let end = Event()
    recorder.onCompletion = { _ in end.happen() }
    if !isEager {
      // Asks for the next one later, from a task of its own.
      recorder.onValue = { [weak recorder] _ in
        Task { [recorder] in
          await Task.yield()
          recorder?.request(.max(1))
        }
        return .none
      }
    }
    feed.publisher.subscribe(recorder)
    for value in 1...100 { await feed.send(value) }
    feed.finish()
    await end.wait()
    #expect(recorder.values == Array(1...100))
    #expect(recorder.isFinished)
    #expect(recorder.overlaps == 0)
    await feed.untilReleased()
  }

  /// What the subscription does when it is cancelled.
  enum Moment: CaseIterable, Sendable {
    case delivers, waitsForElement, waitsForDemand
  }

  @Test(
    "A cancel of the subscription ends the iteration, and nothing comes after it", arguments: FeedKind.allCases,
    Moment.allCases)
  func cancel(kind: FeedKind, moment: Moment) async {
    // A buffer's task outlives an iterator that is released outside of `next`, whoever releases it: a loop's `break`
    // too.
    guard kind != .buffer || moment == .waitsForElement else { return }
    let feed = kind.make()
    let recorder = RecordingSubscriber<Int, any Error>(demand: moment == .waitsForDemand ? .max(3) : .unlimited)
    let third = Event()
    recorder.onValue = { [unowned recorder] value in
      if value == 3 {
        if moment == .delivers { recorder.cancel() }
        third.happen()
      }
      return .none
    }
    feed.publisher.subscribe(recorder)
    for value in 1...3 { await feed.send(value) }
    await third.wait()
    if moment == .waitsForElement {
      await until { feed.askedCount() == 4 }
    }
    recorder.cancel()
    await feed.untilReleased()
    #expect(feed.askedCount() == (moment == .waitsForElement ? 4 : 3))
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.completions.isEmpty)
  }

  @Test("A failure comes after the values before it, with its value", arguments: [true, false])
  func failure(isChannel: Bool) async {
    let recorder = RecordingSubscriber<Int, any Error>()
    let end = Event()
    recorder.onCompletion = { _ in end.happen() }
    if isChannel {
      let channel = AsyncThrowingChannel<Int, any Error>()
      channel.publisher.subscribe(recorder)
      for value in 1...3 { await channel.send(value) }
      channel.fail(SensorFault.offline)
    } else {
      let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
      stream.publisher.subscribe(recorder)
      for value in 1...3 { continuation.yield(value) }
      continuation.finish(throwing: SensorFault.offline)
    }
    await end.wait()
    #expect(recorder.values == [1, 2, 3])
    #expect(recorder.failure as? SensorFault == .offline)
  }

  @Test("The failure of a sequence that throws no other kind keeps its type through an algorithm")
  func typedFailure() async {
    let faulty = Logbook(lines: ["1", "2", "3", "four"]).publisher.values
    let recorder = RecordingSubscriber<[Double], SensorFault>()
    let end = Event()
    recorder.onCompletion = { _ in end.happen() }
    faulty.chunks(ofCount: 2).publisher.subscribe(recorder)
    await end.wait()
    // A chunk that is not complete when the failure comes is dropped.
    #expect(recorder.values == [[1, 2]])
    #expect(recorder.failure == .unreadable(line: "four"))
  }

  @Test("The sender of a channel waits until the subscriber has asked for the element")
  func backPressure() async {
    let channel = AsyncChannel<Int>()
    let watched = Watched(channel)
    let taken = Counter()
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    watched.publisher.subscribe(recorder)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for value in 1...20 {
          await channel.send(value)
          taken.increment()
        }
      }
      for asked in 0..<20 {
        await letOthersRun()
        #expect(taken.value == asked)
        #expect(watched.askedCount == asked)
        recorder.request(.max(1))
        await until { recorder.values.count > asked && taken.value > asked }
      }
    }
    #expect(recorder.values == Array(1...20))
    recorder.cancel()
  }
}
