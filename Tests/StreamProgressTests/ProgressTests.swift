import Foundation
import StreamCore
import StreamProgress
import StreamTesting
import TestSupport
import Testing

@Suite("fractionCompletedPublisher", .timeLimit(.generous))
struct FractionCompletedTests {
  @Test("Delivers the present fraction, then each different one, then the finish")
  func fractions() async throws {
    let progress = Progress(totalUnitCount: 4)
    let recorder = progress.fractionCompletedPublisher(every: 0.01).record()
    #expect(try await eventually { recorder.values == [0] })
    progress.completedUnitCount = 1
    #expect(try await eventually { recorder.values == [0, 0.25] })
    progress.completedUnitCount = 4
    #expect(try await eventually { recorder.isFinished })
    expectEqual(recorder.values, [0, 0.25, 1])
    expectEqual(recorder.overlaps, 0)
    expectEqual(recorder.subscriptions, ["FractionCompleted"])
  }

  @Test("The completed units of a child count")
  func child() async throws {
    let progress = Progress(totalUnitCount: 10)
    let recorder = progress.fractionCompletedPublisher(every: 0.01).record()
    let child = Progress(totalUnitCount: 2, parent: progress, pendingUnitCount: 5)
    child.completedUnitCount = 1
    #expect(try await eventually { recorder.values.last == 0.25 })
    recorder.cancel()
  }

  @Test("No more fractions are delivered than requested; later demand gets the present one (rule 2)")
  func demand() async throws {
    let progress = Progress(totalUnitCount: 4)
    let recorder = progress.fractionCompletedPublisher(every: 0.01).record(demand: .max(1))
    #expect(try await eventually { recorder.values == [0] })
    progress.completedUnitCount = 1
    progress.completedUnitCount = 2
    recorder.request(.max(1))
    #expect(try await eventually { recorder.values == [0, 0.5] })
    progress.completedUnitCount = 4
    recorder.request(.max(1))
    #expect(try await eventually { recorder.isFinished })
    expectEqual(recorder.values, [0, 0.5, 1])
  }

  @Test("Demand is spent one by one, and what receive(_:) returns is added")
  func returnedDemand() async throws {
    let progress = Progress(totalUnitCount: 8)
    let recorder = progress.fractionCompletedPublisher(every: 0.002).record(demand: .max(2)) { value in
      value == 0.125 ? .max(1) : .none
    }
    for units in 0..<3 {
      progress.completedUnitCount = Int64(units)
      #expect(try await eventually { recorder.values.count == units + 1 })
    }
    // Of two and one more nothing is left.
    progress.completedUnitCount = 3
    let other = progress.fractionCompletedPublisher(every: 0.002).record()
    progress.completedUnitCount = 4
    #expect(try await eventually { other.values.last == 0.5 })
    expectEqual(recorder.values, [0, 0.125, 0.25])
    for recorder in [recorder, other] { recorder.cancel() }
  }

  @Test("The next look comes an interval after the first, not sooner")
  func interval() async throws {
    let progress = Progress(totalUnitCount: 4)
    let recorder = progress.fractionCompletedPublisher(every: 3_600).record { _ in
      progress.completedUnitCount = 1
      return .none
    }
    #expect(try await eventually { recorder.values == [0] })
    // A second look would see the change.
    try await Task.sleep(for: .milliseconds(50))
    expectEqual(recorder.values, [0])
    recorder.cancel()
  }

  @Test("A cancel and the finish release the subscription, however long the interval is", arguments: [true, false])
  func releasesTimer(cancels: Bool) async throws {
    weak var subscription: AnyObject?
    do {
      let progress = Progress(totalUnitCount: 4)
      let recorder = progress.fractionCompletedPublisher(every: 3_600).record()
      subscription = recorder.subscription as AnyObject
      #expect(try await eventually { recorder.values == [0] })
      if cancels {
        recorder.cancel()
      } else {
        progress.completedUnitCount = 4
        recorder.request(.max(1))
        #expect(try await eventually { recorder.isFinished })
      }
    }
    #expect(try await eventually { subscription == nil })
  }

  @Test("Without demand no timer runs, so that a subscription that nobody holds is released")
  func stopsWithoutDemand() async throws {
    weak var released: SlowToTake<Double, Never>?
    do {
      let progress = Progress(totalUnitCount: 4)
      let subscriber = SlowToTake<Double, Never>(demand: .max(2))
      released = subscriber
      progress.fractionCompletedPublisher(every: 0.002).subscribe(subscriber)
      #expect(try await eventually { subscriber.values == 1 })
      progress.completedUnitCount = 1
      #expect(try await eventually { subscriber.values == 2 })
    }
    #expect(try await eventually { released == nil })
  }

  @Test("An interval of nothing traps; a tenth of a second is usual")
  func intervals() async {
    await #expect(processExitsWith: .failure) {
      _ = Progress(totalUnitCount: 1).fractionCompletedPublisher(every: 0)
    }
    expectEqual(Progress(totalUnitCount: 1).fractionCompletedPublisher().interval, 0.1)
  }

  @Test("A stream without demand is left out, however often the fraction changes")
  func withoutDemand() async throws {
    let progress = Progress(totalUnitCount: 20)
    let one = progress.fractionCompletedPublisher(every: 0.002).record(demand: .max(1))
    let all = progress.fractionCompletedPublisher(every: 0.002).record()
    for units in 0..<10 {
      progress.completedUnitCount = Int64(units)
      #expect(try await eventually { all.values.last == Double(units) / 20 })
    }
    expectEqual(one.values.count, 1)
    all.cancel()
    one.cancel()
  }

  @Test("After the finish the subscription is released: its timer has been stopped", arguments: [true, false])
  func stops(cancels: Bool) async throws {
    weak var subscription: AnyObject?
    do {
      let progress = Progress(totalUnitCount: 4)
      let recorder = progress.fractionCompletedPublisher(every: 0.002).record()
      subscription = recorder.subscription as AnyObject
      #expect(try await eventually { recorder.values == [0] })
      if cancels { progress.cancel() } else { progress.completedUnitCount = 4 }
      #expect(try await eventually { recorder.isFinished })
    }
    #expect(try await eventually { subscription == nil })
  }

  @Test("A request for no values delivers no fraction")
  func requestNone() async throws {
    let progress = Progress(totalUnitCount: 4)
    let recorder = progress.fractionCompletedPublisher(every: 0.01).record(demand: .none)
    recorder.request(.none)
    progress.completedUnitCount = 1
    recorder.request(.max(1))
    #expect(try await eventually { recorder.values == [0.25] })
    recorder.request(.none)
    progress.completedUnitCount = 2
    recorder.request(.max(1))
    #expect(try await eventually { recorder.values == [0.25, 0.5] })
    recorder.cancel()
    recorder.request(.none)
  }

  @Test("Nothing is delivered before receive(subscription:) has returned (rule 3)")
  func subscriptionFirst() async throws {
    let progress = Progress(totalUnitCount: 1)
    progress.completedUnitCount = 1
    let subscriber = SlowToTake<Double, Never>()
    progress.fractionCompletedPublisher(every: 0.01).subscribe(subscriber)
    #expect(try await eventually { subscriber.hasEnded })
    expectEqual(subscriber.values, 1)
    expectEqual(subscriber.early, 0)
  }

  @Test("A cancelled progress finishes the stream")
  func cancelledProgress() async throws {
    let progress = Progress(totalUnitCount: 4)
    let recorder = progress.fractionCompletedPublisher(every: 0.01).record()
    #expect(try await eventually { recorder.values == [0] })
    progress.cancel()
    #expect(try await eventually { recorder.isFinished })
    expectEqual(recorder.values, [0])
  }

  @Test("A cancel ends the stream, does not cancel the progress, and releases it and the subscriber (rules 5 and 7)")
  func cancel() async throws {
    weak var released: Progress?
    weak var recorderReleased: RecordingSubscriber<Double, Never>?
    var subscription: (any Subscription)?
    do {
      let progress = Progress(totalUnitCount: 4)
      released = progress
      let recorder = progress.fractionCompletedPublisher(every: 0.01).record()
      recorderReleased = recorder
      subscription = recorder.subscription
      #expect(try await eventually { recorder.values == [0] })
      recorder.cancel()
      progress.completedUnitCount = 4
      expect(!progress.isCancelled)
      expectEqual(recorder.values, [0])
      expect(recorder.completions.isEmpty)
    }
    #expect(try await eventually { released == nil && recorderReleased == nil })
    withExtendedLifetime(subscription) {}
  }
}

@Suite("reportProgress(to:)")
struct ReportProgressTests {
  @Test("Each element adds its units before downstream gets it, and the finish completes the rest")
  func counts() {
    let progress = Progress(totalUnitCount: 100)
    let seen = Box<[Int64]>([])
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.reportProgress(to: progress) { Int64($0) }.record { _ in
      seen.update { $0.append(progress.completedUnitCount) }
      return .max(1)
    }
    expectEqual(upstream.send(10), .max(1))
    upstream.send(20)
    expectEqual(seen.value, [10, 30])
    upstream.send(completion: .finished)
    expectEqual(progress.completedUnitCount, 100)
    expect(progress.isFinished)
    expectEqual(recorder.values, [10, 20])
    expect(recorder.isFinished)
    expectEqual(recorder.subscriptions, ["ReportProgress"])
  }

  @Test("A failure and a cancel leave the progress unchanged", arguments: [true, false])
  func stays(isCancelled: Bool) {
    let progress = Progress(totalUnitCount: 5)
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = UnguardedPublisher(upstream).reportProgress(to: progress).record()
    upstream.send(1)
    if isCancelled { recorder.cancel() } else { upstream.send(completion: .failure(TestError())) }
    expectEqual(upstream.send(2), .none)
    expectEqual(progress.completedUnitCount, 1)
    expectEqual(recorder.failure, (isCancelled ? nil : TestError()))
  }

  @Test("Demand is passed on")
  func demandPassesThrough() {
    expectEqual(demand { $0.reportProgress(to: Progress(totalUnitCount: 9)) }, .passedOn)
  }

  @Test("After the end nothing is retained (rule 7)")
  func release() {
    expectEqual(
      leaks { source, token in
        source.reportProgress(to: Progress(totalUnitCount: 9)) { _ in token.pass(1) }
      }, [])
  }

  @Test("Signals out of order are ignored (rules 1, 4, 9)")
  func misbehaving() {
    expectEqual(misbehaviour { $0.reportProgress(to: Progress(totalUnitCount: 9)) }, .ignored)
  }

  @Test("The progress of a parent advances with it")
  func parent() {
    let parent = Progress(totalUnitCount: 10)
    let child = Progress(totalUnitCount: 4, parent: parent, pendingUnitCount: 10)
    let recorder = [1, 2].publisher.reportProgress(to: child).record(demand: .max(1))
    expectEqual(parent.fractionCompleted, 0.25)
    recorder.request(.unlimited)
    expect(parent.isFinished)
  }
}
