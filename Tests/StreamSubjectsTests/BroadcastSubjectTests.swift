import StreamCore
import StreamParts
import StreamSubjects
import StreamTesting
import TestSupport
import Testing

@Suite("BroadcastSubject")
struct BroadcastSubjectTests {
  typealias Subject = BroadcastSubject<Int, TestError>

  // Case XA-296
  @Test("A full queue drops the oldest or the newest value, or fails its subscriber alone")
  func policies() {
    let drops = DropRecorder()
    let subject = Subject(line: 1201)
    let policies: [StreamOverflowPolicy<TestError>] = [.dropOldest, .dropNewest, .error { TestError("slow") }]
    let recorders = policies.map { subject.publisher(bufferSize: 1, whenFull: $0).record(demand: .max(1)) }
    expectEqual(subject.trySend(1), SendReport(delivered: 3))
    expectEqual(subject.trySend(2), SendReport(buffered: 3))
    expectEqual(subject.trySend(3), SendReport(dropped: 3))
    for recorder in recorders { recorder.request(.unlimited) }
    expectEqual(recorders.map(\.values), [[1, 3], [1, 2], [1, 2]])
    expectEqual(recorders.map(\.failure), [nil, nil, TestError("slow")])
    expectEqual(subject.trySend(4), SendReport(delivered: 2))
    let reports = drops.reports.filter { $0.site?.line == 1201 }
    expectEqual(reports.count, 2)
    expect(reports.allSatisfy { $0.operatorName == "BroadcastSubject" && $0.reason == .overflow })
  }

  @Test("The queue of a subscriber has 64 places, and drops the oldest value, unless something else is asked for")
  func defaultQueue() {
    let subject = Subject()
    expectEqual(subject.bufferSize, 64)
    let recorder = subject.record(demand: .none)
    for value in 1...65 { subject.send(value) }
    recorder.request(.unlimited)
    expectEqual(recorder.values, Array(2...65))
  }

  // Case XA-297
  @Test("emit waits for room in a queue that suspends, and sends when it is requested")
  func emitWaits() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 1, whenFull: .suspend)
      let recorder = subject.record(demand: .max(1))
      for value in 1...2 { try await subject.emit(value) }
      let isDone = Box(false)
      let task = Task {
        try await subject.emit(3)
        isDone.value = true
      }
      await giveTurns()
      expect(!isDone.value)
      recorder.request(.max(1))
      try await task.value
      expectEqual(recorder.values, [1, 2])
      recorder.request(.max(1))
      expectEqual(recorder.values, [1, 2, 3])
    }
  }

  // Case XA-298
  @Test("A cancelled emit throws, and its value reaches nobody; the next in the line goes on")
  func emitCancelled() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 1, whenFull: .suspend)
      let recorder = subject.record(demand: .none)
      try await subject.emit(1)
      let first = Task { try await subject.emit(2) }
      let second = Task { try await subject.emit(3) }
      await giveTurns()
      first.cancel()
      await #expect(throws: CancellationError.self) { try await first.value }
      expectEqual(recorder.values, [])
      recorder.request(.unlimited)
      try await second.value
      expectEqual(recorder.values, [1, 3])
      let late = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await subject.emit(4)
      }
      await #expect(throws: CancellationError.self) { try await late.value }
      expectEqual(recorder.values, [1, 3])
    }
  }

  // Case XA-299
  @Test(
    "A cancel or a request of the slow subscriber lets emit go on, and delivers nothing to others",
    arguments: [true, false])
  func slowCancels(cancels: Bool) async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 1, whenFull: .suspend)
      let (fast, slow) = (subject.record(), subject.record(demand: .none))
      try await subject.emit(1)
      let task = Task { try await subject.emit(2) }
      await giveTurns()
      expectEqual(fast.values, [1])
      if cancels { slow.cancel() } else { slow.request(.unlimited) }
      expectEqual(fast.values, [1])
      try await task.value
      expectEqual(fast.values, [1, 2])
    }
  }

  // Case XA-300
  @Test("Of four producers that emit, one consumer gets all, each producer's in order")
  func producers() async throws {
    let subject = BroadcastSubject<Int, Never>(bufferSize: 4, whenFull: .suspend)
    let count = manyTimes / 10
    let values = Box<[Int]>([])
    let counting = RecordingSubscriber<Int, Never>(demand: .max(1)) { _ in .max(1) }
    subject.subscribe(counting)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for producer in 0..<4 {
        group.addTask { for value in 0..<count { try await subject.emit(4 * value + producer) } }
      }
      try await group.waitForAll()
    }
    values.value = counting.values
    for producer in 0..<4 {
      expectEqual(values.value.filter { $0 % 4 == producer }.map { $0 / 4 }, Array(0..<count))
    }
    counting.cancel()
  }

  @Test("Those who wait are served in the order of their calls, before those who come later")
  func line() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 1, whenFull: .suspend)
      let recorder = subject.record(demand: .none)
      try await subject.emit(0)
      var tasks: [Task<Void, any Error>] = []
      for value in 1...5 {
        tasks.append(Task { try await subject.emit(value) })
        await giveTurns()
      }
      for _ in 0...5 { recorder.request(.max(1)) }
      for task in tasks { try await task.value }
      expectEqual(recorder.values, Array(0...5))
    }
  }

  @Test("Of many who wait, those in the middle are cancelled: the others are served in order")
  func cancelledInTheMiddle() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 1, whenFull: .suspend)
      let recorder = subject.record(demand: .none)
      try await subject.emit(0)
      var tasks: [Task<Void, any Error>] = []
      for value in 1...100 {
        tasks.append(Task { try await subject.emit(value) })
        await Task.yield()
      }
      for task in tasks[10..<90] { task.cancel() }
      recorder.request(.unlimited)
      for task in tasks[..<10] + tasks[90...] { try await task.value }
      for task in tasks[10..<90] { await #expect(throws: CancellationError.self) { try await task.value } }
      expectEqual(recorder.values, Array(0...10) + Array(91...100))
    }
  }

  @Test("Once the high mark is reached, a sender waits for the low one")
  func waterMarks() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: .max, whenFull: .suspend)
      let recorder = subject.record(demand: .none)
      let sent = Box(0)
      let task = Task {
        for value in 1...6 {
          try await subject.emit(value, lowWatermark: 1, highWatermark: 3)
          sent.value = value
        }
      }
      await giveTurns()
      expectEqual(sent.value, 3)
      recorder.request(.max(1))
      await giveTurns()
      expectEqual(sent.value, 3)
      recorder.request(.max(1))
      await giveTurns()
      expectEqual(sent.value, 5)
      recorder.request(.unlimited)
      try await task.value
      expectEqual(recorder.values, Array(1...6))
    }
  }

  @Test("A request inside a delivery delivers nothing inside it")
  func requestsInside() {
    let subject = Subject(bufferSize: 4, whenFull: .suspend)
    let log = Box<[String]>([])
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(1)) { _ in .none }
    let other = subject.sink(receiveCompletion: { _ in }) { value in
      log.value.append("begin \(value)")
      if value == 1 { subject.send(2) }
      recorder.request(.max(1))
      log.value.append("end \(value)")
    }
    subject.subscribe(recorder)
    subject.send(1)
    expectEqual(log.value, ["begin 1", "end 1", "begin 2", "end 2"])
    expectEqual(recorder.values, [1, 2])
    other.cancel()
  }

  @Test("A sender that waits may go on when nothing is left, or at once below the high mark")
  func lowestMark() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 4, whenFull: .suspend)
      let recorder = subject.record(demand: .none)
      try await subject.emit(1, lowWatermark: 0, highWatermark: 1)
      let task = Task { try await subject.emit(2, lowWatermark: 0, highWatermark: 1) }
      await giveTurns()
      recorder.request(.max(1))
      try await task.value
      expectEqual(recorder.values, [1])
    }
  }

  @Test("send does not wait: a subscriber that suspends and has no room loses the value, and that is reported")
  func sendWithoutRoom() {
    let drops = DropRecorder()
    let subject = Subject(bufferSize: 1, whenFull: .suspend, line: 1202)
    let (slow, fast) = (subject.record(demand: .none), subject.record())
    expectEqual(subject.trySend(1), SendReport(delivered: 1, buffered: 1))
    expectEqual(subject.trySend(2), SendReport(delivered: 1, dropped: 1))
    slow.request(.max(1))
    expectEqual(subject.trySend(3), SendReport(delivered: 1, buffered: 1))
    slow.request(.unlimited)
    expectEqual(slow.values, [1, 3])
    expectEqual(fast.values, [1, 2, 3])
    expectEqual(drops.reports.filter { $0.site?.line == 1202 }.map(\.reason), [.beyondDemand])
  }

  @Test("Without a queue, a subscriber that suspends has room for what it has requested")
  func withoutQueue() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 0, whenFull: .suspend)
      let recorder = subject.record(demand: .max(1)) { $0 == 2 ? .max(1) : .none }
      try await subject.emit(1)
      let task = Task { try await subject.emit(2) }
      await giveTurns()
      expectEqual(recorder.values, [1])
      recorder.request(.max(1))
      try await task.value
      try await subject.emit(3)
      expectEqual(recorder.values, [1, 2, 3])
      expectEqual(subject.trySend(4), SendReport(dropped: 1))
    }
  }

  @Test("Without subscribers, and after the end, emit returns at once, and those who wait are let go")
  func emitAtOnce() async throws {
    try await withSerialTasks {
      let subject = Subject(bufferSize: 1, whenFull: .suspend)
      try await subject.emit(1)
      let recorder = subject.record(demand: .none)
      try await subject.emit(2)
      let task = Task { try await subject.emit(3) }
      await giveTurns()
      subject.send(completion: .finished)
      try await task.value
      try await subject.emit(4)
      expectEqual(subject.trySend(5), SendReport(isEnded: true))
      recorder.request(.unlimited)
      expectEqual(recorder.values, [2])
      expect(recorder.isFinished)
    }
  }

  @Test("The completion comes after what waits, and at once to later subscribers")
  func completion() {
    let subject = Subject()
    let (fast, slow) = (subject.record(), subject.record(demand: .none))
    subject.send(1)
    subject.send(completion: .failure(TestError()))
    subject.send(2)
    subject.send(completion: .finished)
    expectEqual(fast.failure, TestError())
    expectEqual(slow.completions, [])
    slow.request(.max(1))
    expectEqual(slow.values, [1])
    expectEqual(slow.failure, TestError())
    let late = subject.record(demand: .none)
    expectEqual(late.subscriptions.count, 1)
    expectEqual(late.failure, TestError())
  }

  @Test("What is sent inside a delivery comes after it, for all, and counts as waiting")
  func reentrant() {
    let subject = Subject(bufferSize: 1, whenFull: .suspend)
    let reports = Box<[SendReport]>([])
    let first = RecordingSubscriber<Int, TestError> { value in
      if value == 1 { for next in 2...3 { reports.update { $0.append(subject.trySend(next)) } } }
      return .none
    }
    subject.subscribe(first)
    first.request(.unlimited)
    let second = subject.record()
    subject.send(1)
    expectEqual(first.values, [1, 2, 3])
    expectEqual(second.values, [1, 2, 3])
    expectEqual(reports.value, [SendReport(buffered: 2), SendReport(buffered: 2)])
  }

  @Test("A subscriber that comes inside a delivery gets the next value, one that cancels there gets none")
  func joinsInside() {
    let subject = Subject()
    let (joining, leaving) = (RecordingSubscriber<Int, TestError>(), RecordingSubscriber<Int, TestError>())
    let first = RecordingSubscriber<Int, TestError> { value in
      if value == 1 {
        subject.subscribe(joining)
        leaving.cancel()
      }
      return .none
    }
    subject.subscribe(first)
    first.request(.unlimited)
    subject.subscribe(leaving)
    for value in 1...2 { subject.send(value) }
    expectEqual(joining.values, [2])
    expectEqual(leaving.values, [])
    expectEqual(first.values, [1, 2])
  }

  @Test("What is sent in the handover, and the end, come after it")
  func handover() {
    let subject = Subject(bufferSize: 0, whenFull: .suspend)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onSubscription = { subscription in
      subscription.request(.unlimited)
      subject.send(1)
      subject.send(completion: .finished)
    }
    subject.subscribe(recorder)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  @Test("An upstream is asked for everything, and cancelled by the end of the subject")
  func upstream() {
    let (subject, upstream) = (Subject(), ScriptedPublisher<Int, TestError>())
    let connection = upstream.subscribe(subject)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    let recorder = subject.record()
    upstream.send(1)
    expectEqual(recorder.values, [1])
    subject.send(completion: .finished)
    expect(upstream.isCancelled)
    withExtendedLifetime(connection) {}
  }

  @Test("What has ended holds nothing, and a subscription holds the subject until then")
  func release() {
    for ends in [true, false] {
      weak var held: RecordingSubscriber<Int, TestError>?
      weak var subject: Subject?
      var subscription: (any Subscription)?
      do {
        let (newSubject, recorder) = (Subject(bufferSize: 1, whenFull: .suspend), RecordingSubscriber<Int, TestError>())
        newSubject.subscribe(recorder)
        (held, subject, subscription) = (recorder, newSubject, recorder.subscription)
      }
      expect(subject != nil)
      if ends { subject?.send(completion: .finished) } else { subscription?.cancel() }
      expect(held == nil)
      expect(subject == nil)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("Many subscribers come and go without quadratic cost")
  func manySubscribers() {
    let subject = BroadcastSubject<Int, Never>(bufferSize: 1, whenFull: .suspend)
    let subscribers = (0..<manyTimes / 10).map { _ in
      let subscriber = RecordingSubscriber<Int, Never>()
      subject.subscribe(subscriber)
      return subscriber
    }
    expectEqual(subject.trySend(1), SendReport(delivered: subscribers.count))
    for subscriber in subscribers { subscriber.cancel() }
    expectEqual(subject.trySend(2), SendReport())
  }

  @Test("When threads send, subscribe and cancel, all see the values in one order")
  func concurrent() {
    let subject = BroadcastSubject<Int, Never>(bufferSize: .max, whenFull: .dropOldest)
    let recorders = [subject.record(), subject.record()]
    concurrently(3) { index in
      for value in 0..<1_000 {
        if index < 2 { subject.send(2 * value + index) } else { subject.record().cancel() }
      }
    }
    subject.send(completion: .finished)
    expectEqual(recorders[0].values, recorders[1].values)
    for index in 0..<2 {
      expectEqual(recorders[0].values.filter { $0 % 2 == index }.map { $0 / 2 }, Array(0..<1_000))
    }
  }

  @Test("A negative size, or water marks in the wrong order, trap")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = Subject(bufferSize: -1) }
    await #expect(processExitsWith: .failure) { _ = Subject().publisher(bufferSize: -1, whenFull: .dropOldest) }
    await #expect(processExitsWith: .failure) { try await Subject().emit(1, lowWatermark: 2, highWatermark: 1) }
  }

  /// Lets the other tasks run until they wait.
  private func giveTurns() async {
    for _ in 0..<10 { await Task.yield() }
  }
}
