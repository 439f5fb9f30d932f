import StreamSubscribing
import TestSupport
import Testing

private final class Meter {
  var level = 0 { didSet { levels.update { $0.append(level) } } }
  let levels: Box<[Int]>

  init(_ levels: Box<[Int]> = Box([])) {
    self.levels = levels
  }
}

private final class Label {
  var number = 0 { didSet { numbers.update { $0.append(number) } } }
  let numbers: Box<[Int]>

  init(_ numbers: Box<[Int]> = Box([])) {
    self.numbers = numbers
  }
}

@Suite("assign to several")
struct AssignmentTests {
  // Case XA-334.
  @Test("Both properties are set to each value, in the order of the list, and upstream is asked for everything")
  func setsBoth() {
    let upstream = ScriptedPublisher<Int, Never>()
    let log = Box<[Int]>([])
    let (one, two) = (Meter(log), Label(log))
    let cancellable = upstream.assign(to: .weak(\.level, on: one), .unowned(\.number, on: two))
    for value in 1...2 { expectEqual(upstream.send(value), .none) }
    expectEqual(log.value, [1, 1, 2, 2])
    upstream.send(completion: .finished)
    expectEqual(upstream.requests, [.demand(.unlimited)])
    cancellable.cancel()
    expectEqual(upstream.requests, [.demand(.unlimited)])
  }

  // Cases XA-335, XA-336.
  @Test("One that is gone is skipped; the first value after the release of all cancels upstream")
  func skips() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let (levels, numbers) = (Box<[Int]>([]), Box<[Int]>([]))
    var (one, two): (Meter?, Label?) = (Meter(levels), Label(numbers))
    let cancellable = upstream.assign(to: .weak(\.level, on: one!), .weak(\.number, on: two!))
    upstream.send(1)
    one = nil
    upstream.send(2)
    expectEqual(levels.value, [1])
    expectEqual(numbers.value, [1, 2])
    two = nil
    expect(!upstream.isCancelled, "No value has been sent since.")
    for value in 4...5 { upstream.send(value) }
    expectEqual(numbers.value, [1, 2])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    cancellable.cancel()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("An object that is held strongly lives until the end, and keeps the stream open")
  func strong() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let numbers = Box<[Int]>([])
    weak var kept: Label?
    let cancellable: AnyCancellable
    do {
      let (one, two) = (Meter(), Label(numbers))
      cancellable = upstream.assign(to: .weak(\.level, on: one), .strong(\.number, on: two))
      kept = two
    }
    upstream.send(1)
    expectEqual(numbers.value, [1])
    expect(kept != nil)
    cancellable.cancel()
    expect(kept == nil)
    upstream.send(2)
    expectEqual(numbers.value, [1])
  }

  @Test("The end releases an object that is held strongly")
  func end() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    weak var kept: Label?
    let cancellable: AnyCancellable
    do {
      let label = Label()
      cancellable = upstream.assign(to: .strong(\.number, on: label))
      kept = label
    }
    upstream.send(completion: .finished)
    expect(kept == nil)
    cancellable.cancel()
  }

  @Test("A value after the release of an unowned object traps")
  func unowned() async {
    await #expect(processExitsWith: .failure) {
      let subject = PassthroughSubject<Int, Never>()
      var meter: Meter? = Meter()
      let cancellable = meter.map { subject.assign(to: .unowned(\.level, on: $0)) }
      meter = nil
      subject.send(1)
      cancellable?.cancel()
    }
  }

  @Test(
    "assign(to:on:and:on:) sets two or three properties, and holds their objects as it is told",
    arguments: [AssignmentOwnership.strong, .weak, .unowned])
  func pairs(ownership: AssignmentOwnership) {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    weak var kept: Meter?
    var cancellables: [AnyCancellable] = []
    do {
      let (one, two, three) = (Meter(), Label(), Meter())
      cancellables.append(
        upstream.assign(to: \.level, on: one, and: \.number, on: two, ownership: ownership))
      cancellables.append(
        upstream.assign(
          to: \.level, on: one, and: \.number, on: two, and: \.level, on: three, ownership: ownership))
      upstream.send(5)
      expectEqual(one.levels.value, [5, 5])
      expectEqual(two.numbers.value, [5, 5])
      expectEqual(three.levels.value, [5])
      kept = three
    }
    expectEqual((kept != nil), (ownership == .strong))
    cancellables = []
    expect(kept == nil)
    expectEqual(upstream.cancelCount, 2)
  }

  @Test("A cancel inside a property's observer prevents later values, and an object may keep the cancellable")
  func reentrant() {
    final class Once {
      var level = 0 { didSet { cancellable = nil } }
      var cancellable: AnyCancellable?
    }
    let (upstream, once, meter) = (ScriptedPublisher<Int, Never>(), Once(), Meter())
    once.cancellable = upstream.assign(to: .weak(\.level, on: once), .weak(\.level, on: meter))
    upstream.send(1)
    upstream.send(2)
    expectEqual(once.level, 1)
    expectEqual(meter.levels.value, [1])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("On the main actor the properties are set there: at once, if the value is sent there")
  @MainActor
  func onMainActor() async {
    let (subject, one, two) = (PassthroughSubject<Int, Never>(), Meter(), Label())
    let cancellable = subject.assign(to: .weak(\.level, on: one), .weak(\.number, on: two))
    subject.send(1)
    expect(one.level == 1 && two.number == 1)
    concurrently(1) { _ in subject.send(2) }
    expectEqual(one.level, 1)
    while two.number == 1 { await Task.yield() }
    expectEqual(one.levels.value, [1, 2])
    cancellable.cancel()
  }
}
