import StreamCore
import StreamParts
import StreamSubjects
import StreamTesting
import TestSupport
import Testing

@Suite("trySend")
struct TrySendTests {
  // Case XA-005
  @Test("A subscriber without demand loses the value of a subject that holds none")
  func counts() {
    let subject = PassthroughSubject<Int, Never>()
    expectEqual(subject.trySend(0), SendReport())
    let recorders = [.none, .max(1), .unlimited].map { subject.record(demand: $0) }
    expectEqual(subject.trySend(1), SendReport(delivered: 2, dropped: 1))
    expectEqual(subject.trySend(2), SendReport(delivered: 1, dropped: 2))
    expectEqual(recorders.map(\.values), [[], [1], [1, 2]])
  }

  // Case XA-006
  @Test("After the end nothing is counted, and the report says so", arguments: [false, true])
  func ended(fails: Bool) {
    let completion: Subscribers.Completion<TestError> = fails ? .failure(TestError()) : .finished
    let passing = PassthroughSubject<Int, TestError>()
    let holding = CurrentValueSubject<Int, TestError>(0)
    let recorders = [passing.record(), holding.record()]
    passing.send(completion: completion)
    holding.send(completion: completion)
    expectEqual(passing.trySend(1), SendReport(isEnded: true))
    expectEqual(holding.trySend(1), SendReport(isEnded: true))
    expectEqual(holding.value, 0)
    expectEqual(recorders.map(\.values), [[], [0]])
  }

  // Case XA-007
  @Test("A value that is sent inside a delivery waits for all subscribers")
  func insideDelivery() {
    let subject = PassthroughSubject<Int, Never>()
    let reports = Box<[SendReport]>([])
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [unowned subject] value in
      if value == 1 { reports.update { $0.append(subject.trySend(2)) } }
      return .none
    }
    subject.subscribe(recorder)
    let others = [subject.record(), subject.record(demand: .none)]
    expectEqual(subject.trySend(1), SendReport(delivered: 2, dropped: 1))
    expectEqual(reports.value, [SendReport(buffered: 3)])
    expectEqual(recorder.values, [1, 2])
    expectEqual(others.map(\.values), [[1, 2], []])
  }

  @Test("Inside a delivery, subscribers that are to join count, and those that are to leave do not")
  func changesInsideDelivery() {
    let subject = PassthroughSubject<Int, Never>()
    let kept = Box<[AnyCancellable]>([])
    let reports = Box<[SendReport]>([])
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [unowned subject] value in
      guard value == 1 else { return .none }
      for _ in 0..<3 { kept.update { $0.append(subject.sink { _ in }) } }
      reports.update { $0.append(subject.trySend(2)) }
      kept.value.first?.cancel()
      reports.update { $0.append(subject.trySend(3)) }
      return .none
    }
    subject.subscribe(recorder)
    // Joins and leaves outside a delivery.
    subject.sink { _ in }.cancel()
    subject.send(1)
    expectEqual(reports.value, [SendReport(buffered: 4), SendReport(buffered: 3)])
    expectEqual(subject.trySend(4), SendReport(delivered: 3))
  }

  @Test("A subject that holds its value owes the newest to a subscriber without demand")
  func holds() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let fast = subject.record()
    let slow = subject.record(demand: .max(1))
    expectEqual(subject.trySend(1), SendReport(delivered: 1, buffered: 1))
    expectEqual(subject.trySend(2), SendReport(delivered: 1, buffered: 1))
    expectEqual(subject.value, 2)
    slow.request(.max(1))
    expectEqual(slow.values, [0, 2])
    expectEqual(fast.values, [0, 1, 2])
  }

  @Test("A value that is sent while a subscription is handed over waits, once a value has been requested")
  func insideHandover() {
    let subject = PassthroughSubject<Int, Never>()
    let reports = Box<[SendReport]>([])
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    recorder.onSubscription = { [unowned subject] subscription in
      reports.update { $0.append(subject.trySend(1)) }
      subscription.request(.max(1))
      reports.update { $0.append(subject.trySend(2)) }
    }
    subject.subscribe(recorder)
    expectEqual(reports.value, [SendReport(dropped: 1), SendReport(buffered: 1)])
    expectEqual(recorder.values, [2])
  }

  @Test("A cancelled subscriber does not count, nor one that cancels as it gets the value before another's")
  func cancelled() {
    let subject = PassthroughSubject<Int, Never>()
    let second = Box<AnyCancellable?>(nil)
    let first = subject.sink { if $0 == 1 { second.value?.cancel() } }
    second.update { $0 = subject.sink { _ in } }
    expectEqual(subject.trySend(1), SendReport(delivered: 1))
    first.cancel()
    expectEqual(subject.trySend(2), SendReport())
  }

  @Test("A value that is replaced is released outside the lock, and the new one is held")
  func releasesOutsideLock() {
    final class Watcher: Sendable {
      let onRelease: @Sendable () -> Void
      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let released = Box(0)
    let holder = Box<CurrentValueSubject<Watcher?, Never>?>(nil)
    let subject = CurrentValueSubject<Watcher?, Never>(
      Watcher {
        // Takes the subject's lock.
        _ = holder.value?.value
        released.update { $0 += 1 }
      })
    holder.update { $0 = subject }
    subject.trySend(nil)
    expectEqual(released.value, 1)
    holder.update { $0 = nil }
  }

  @Test("What a subject drops for want of demand is reported to the hook, by its name")
  func reportsDrops() {
    let drops = DropRecorder(of: nil)
    let broadcaster = Broadcaster<Int, Never>("SubjectOfTrySendTests")
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    broadcaster.subscribe(recorder)
    for value in 0..<3 { broadcaster.send(value) }
    let expected = DropReport(operatorName: "SubjectOfTrySendTests", reason: .beyondDemand)
    expectEqual(drops.reports.filter { $0.operatorName == expected.operatorName }, [expected, expected])
    drops.stop()
    broadcaster.send(3)
    expectEqual(drops.reports.filter { $0.operatorName == expected.operatorName }.count, 2)
  }

  @Test("What several threads send is counted once for each subscriber")
  func threads() {
    let subject = PassthroughSubject<Int, Never>()
    let recorders = (0..<3).map { _ in subject.record() }
    let counted = Box(0)
    concurrently(4) { _ in
      for value in 0..<1000 {
        let report = subject.trySend(value)
        counted.update { $0 += report.delivered + report.buffered }
      }
    }
    expectEqual(counted.value, 3 * 4000)
    expect(recorders.allSatisfy { $0.values.count == 4000 })
  }
}
