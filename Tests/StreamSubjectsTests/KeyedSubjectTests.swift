import StreamSubjects
import TestSupport
import Testing

@Suite("KeyedSubject")
struct KeyedSubjectTests {
  private typealias Subject = KeyedSubject<String, Int, TestError>

  // Case XA-301.
  @Test("A topic delivers what is sent to its key, and all delivers everything with its key, in one order")
  func topics() {
    let (timeline, subject) = (VirtualTimeline(), Subject())
    let x = timeline.subscribe(at: 0, to: subject["x"])
    let all = timeline.subscribe(at: 0, to: Publishers.Map(upstream: subject.all) { $0.value })
    let pairs = Publishers.Map(upstream: subject.all) { "\($0.key)\($0.value)" }.record()
    let late = timeline.subscribe(at: 2, to: subject["x"])
    for (tick, key, value) in [(1, "x", 1), (3, "y", 2), (5, "x", 3)] {
      timeline.at(tick) { subject.send(value, to: key) }
    }
    timeline.run()
    expectEqual(x.marbles, "-1---3")
    expectEqual(all.marbles, "-1-2-3")
    expectEqual(late.marbles, "-----3")
    expectEqual(pairs.values, ["x1", "y2", "x3"])
  }

  @Test("What is sent to a key from inside a delivery is not kept beyond the replay", arguments: [0, 1])
  func sendsInDelivery(replay: Int) {
    let (subject, living) = (KeyedSubject<String, CountedKey, Never>(replay: replay), Box(0))
    let cancellable = subject["x"].sink { value in
      if value.number == 0 {
        for number in 1...9 { subject.send(CountedKey(number, living), to: "x") }
      }
    }
    subject.send(CountedKey(0, living), to: "x")
    expectEqual(living.value, replay)
    cancellable.cancel()
  }

  // Case XA-302.
  @Test("Very many keys without a subscriber leave nothing in the subject")
  func unheard() {
    let (subject, living) = (KeyedSubject<CountedKey, Int, Never>(), Box(0))
    let other = subject[CountedKey(-1, Box(0))].record()
    for number in 0..<manyTimes {
      subject.send(number, to: CountedKey(number, living))
      if living.value != 0 { return expectEqual(living.value, 0) }
    }
    expectEqual(subject.activeKeys.map(\.number), [-1])
    expectEqual(other.values, [])
  }

  /// Counts those that are alive.
  private final class CountedKey: Hashable, Sendable {
    let number: Int
    let living: Box<Int>

    init(_ number: Int, _ living: Box<Int>) {
      (self.number, self.living) = (number, living)
      living.increment()
    }

    deinit { living.update { $0 -= 1 } }

    static func == (a: CountedKey, b: CountedKey) -> Bool { a.number == b.number }

    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
    }
  }

  // Case XA-303.
  @Test("When the last subscriber of a key has left, its topic is gone")
  func leaves() {
    let subject = Subject()
    let recorders = [subject["x"].record(), subject["x"].record(), subject["y"].record()]
    expectEqual(Set(subject.activeKeys), ["x", "y"])
    recorders[0].cancel()
    recorders[0].cancel()
    expectEqual(Set(subject.activeKeys), ["x", "y"])
    recorders[1].cancel()
    expectEqual(subject.activeKeys, ["y"])
    recorders[2].cancel()
    expectEqual(subject.activeKeys, [])
    let again = subject["x"].record()
    subject.send(1, to: "x")
    expectEqual(again.values, [1])
    expectEqual(recorders[1].values, [])
  }

  // Case XA-304.
  @Test("All sees the values of every key, those that nobody listens to included, and replays none")
  func all() {
    let subject = Subject(replay: 2)
    subject.send(0, to: "x")
    let all = Publishers.Map(upstream: subject.all) { "\($0.key)\($0.value)" }.record()
    let x = subject["x"].record()
    subject.send(1, to: "x")
    subject.send(2, to: "y")
    expectEqual(all.values, ["x1", "y2"])
    expectEqual(x.values, [0, 1])
    all.cancel()
    subject.send(3, to: "x")
    expectEqual(all.values, ["x1", "y2"])
  }

  @Test("The completion of a key ends its subscribers, and a later one begins anew")
  func completesKey() {
    let subject = Subject(replay: 1)
    let (x, y, all) = (subject["x"].record(), subject["y"].record(), subject.all.record())
    subject.send(1, to: "x")
    subject.send(completion: .failure(TestError()), to: "x")
    subject.send(completion: .finished, to: "unheard")
    expect(x.values == [1] && x.failure == TestError())
    expect(y.completions.isEmpty && all.completions.isEmpty)
    expectEqual(subject.activeKeys, ["y"])
    let later = subject["x"].record()
    expect(later.values == [] && later.completions.isEmpty)
    subject.send(2, to: "x")
    expect(later.values == [2] && x.values == [1])
  }

  @Test("The completion of the subject ends all, and later subscribers at once; what is sent after it is ignored")
  func completesAll() {
    let subject = Subject(replay: 1)
    let (x, all) = (subject["x"].record(), subject.all.record())
    subject.send(1, to: "x")
    subject.send(completion: .finished)
    subject.send(completion: .failure(TestError()))
    subject.send(2, to: "x")
    expect(x.values == [1] && x.isFinished)
    expect(all.values.map(\.value) == [1] && all.isFinished)
    for key in ["x", "y"] { expectEqual(subject[key].record().events.dropFirst(), [.finished]) }
    expect(subject.all.record().isFinished)
    expectEqual(subject.activeKeys, [])
  }

  @Test("Values are replayed to a new subscriber of their key, as many as are wanted, though nobody listened")
  func replays() {
    let subject = Subject(replay: 2)
    for value in 1...3 { subject.send(value, to: "x") }
    subject.send(7, to: "y")
    expectEqual(subject.activeKeys, [])
    let recorder = subject["x"].record()
    expectEqual(recorder.values, [2, 3])
    recorder.cancel()
    expectEqual(subject["x"].record().values, [2, 3])
    expectEqual(subject["y"].record().values, [7])
  }

  @Test("A value beyond the demand is lost, and reported; one that is replayed waits")
  func demand() {
    let drops = DropRecorder()
    let subject = Subject(line: 1001)
    let slow = subject["x"].record(demand: .max(1))
    for value in 1...3 { subject.send(value, to: "x") }
    expectEqual(slow.values, [1])
    slow.request(.unlimited)
    expectEqual(slow.values, [1])
    expectEqual(drops.reports.filter { $0.site?.line == 1001 && $0.operatorName == "KeyedSubject" }.count, 2)
    let replaying = Subject(replay: 1)
    let waiting = replaying["x"].record(demand: .none)
    replaying.send(1, to: "x")
    replaying.send(completion: .finished, to: "x")
    expect(waiting.completions.isEmpty)
    waiting.request(.max(1))
    expect(waiting.values == [1] && waiting.isFinished)
  }

  @Test("What is sent from inside a delivery comes after it, for all keys in one order")
  func reentrant() {
    let (subject, log) = (KeyedSubject<Int, Int, Never>(), Box<[String]>([]))
    let recorders = (0..<2).map { key in
      subject[key].record { value in
        log.update { $0.append("\(key): \(value)") }
        if value < 3 { subject.send(value + 1, to: 1 - key) }
        log.update { $0.append("\(key) returns") }
        return .none
      }
    }
    let all = subject.all.record()
    subject.send(1, to: 0)
    expectEqual(log.value, ["0: 1", "0 returns", "1: 2", "1 returns", "0: 3", "0 returns"])
    expectEqual(all.values.map(\.key), [0, 1, 0])
    expectEqual(recorders[0].values, [1, 3])
  }

  @Test("A chain of sends through very many keys does not grow the stack")
  func chain() {
    let subject = KeyedSubject<Int, Int, Never>()
    var subscriptions: [AnyCancellable] = []
    for key in 0..<manyTimes { subscriptions.append(subject[key].sink { subject.send($0 + 1, to: key + 1) }) }
    let last = subject[manyTimes].record()
    subject.send(0, to: 0)
    expectEqual(last.values, [manyTimes])
    subscriptions = []
    expectEqual(subject.activeKeys, [manyTimes])
  }

  @Test("Keys of one hash have topics of their own, and are compared under no lock")
  func collisions() {
    let calls = Box<(@Sendable () -> Void)?>(nil)
    let subject = KeyedSubject<Colliding, Int, Never>(replay: 1)
    calls.value = { _ = subject.activeKeys }
    let keys = (0..<3).map { Colliding(number: $0, calls: calls) }
    let recorders = keys.map { subject[$0].record() }
    for (number, key) in keys.enumerated() { subject.send(number, to: key) }
    expectEqual(recorders.map(\.values), [[0], [1], [2]])
    subject.send(completion: .finished, to: keys[1])
    expectEqual(recorders.map(\.isFinished), [false, true, false])
    expectEqual(subject.activeKeys.map(\.number), [0, 2])
    for recorder in recorders { recorder.cancel() }
    calls.value = nil
  }

  private struct Colliding: Hashable, Sendable {
    let number: Int
    let calls: Box<(@Sendable () -> Void)?>

    static func == (a: Colliding, b: Colliding) -> Bool {
      a.calls.value?()
      return a.number == b.number
    }

    func hash(into hasher: inout Hasher) {
      calls.value?()
    }
  }

  @Test("A negative number to replay traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) { _ = KeyedSubject<Int, Int, Never>(replay: -1) }
  }

  @Test("However a subscription ends, nothing of it is held; a subscription holds the subject", arguments: 0..<3)
  func releases(ending: Int) {
    weak var released: Subject?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let subject = Subject(replay: ending)
      released = subject
      let recorder = subject["x"].record()
      (downstream, subscription) = (recorder, recorder.subscription)
      subject.send(1, to: "x")
      switch ending {
      case 0: recorder.cancel()
      case 1: subject.send(completion: .finished, to: "x")
      default: subject.send(completion: .failure(TestError()))
      }
    }
    expect(downstream == nil && released == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test("A cancel inside the handover, or inside a delivery, leaves the topic")
  func cancels() {
    let subject = Subject()
    let refusing = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    refusing.onSubscription = { $0.cancel() }
    subject["x"].subscribe(refusing)
    expectEqual(subject.activeKeys, [])
    let subscription = Box<(any Subscription)?>(nil)
    let leaving = RecordingSubscriber<Int, TestError> { _ in
      subscription.value?.cancel()
      return .none
    }
    leaving.onSubscription = { subscription.value = $0 }
    subject["x"].subscribe(leaving)
    subject.send(1, to: "x")
    subject.send(2, to: "x")
    expectEqual(leaving.values, [1])
    expectEqual(subject.activeKeys, [])
    subscription.value = nil
  }

  @Test("While threads send to few keys, the order of each topic is that of all, and no thread's values change places")
  func threads() {
    let subject = KeyedSubject<Int, Int, Never>()
    let all = subject.all.record()
    let recorders = (0..<3).map { subject[$0].record() }
    concurrently(6) { thread in
      for number in 0..<2_000 {
        if thread < 4 {
          subject.send(thread * 10_000 + number, to: number % 3)
        } else {
          subject[number % 5].record().cancel()
        }
      }
    }
    expectEqual(all.values.count, 8_000)
    for (key, recorder) in recorders.enumerated() {
      expectEqual(recorder.values, all.values.filter { $0.key == key }.map(\.value))
      expectEqual(recorder.overlaps, 0)
    }
    for thread in 0..<4 {
      let own = all.values.map(\.value).filter { $0 / 10_000 == thread }
      expectEqual(own, own.sorted())
    }
    expectEqual(Set(subject.activeKeys), [0, 1, 2])
  }
}
