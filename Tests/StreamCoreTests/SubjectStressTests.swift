import StreamCore
import TestSupport
import Testing

@Suite("Subjects under concurrency")
struct SubjectStressTests {
  /// How long eight threads do to one subject what they do.
  private static let duration = Duration.milliseconds(repetitions(250, full: 1_000))

  @Test("Eight threads send, subscribe and cancel: no value is lost, repeated, out of order or after the end (rule 3)")
  func passthrough() {
    let subject = PassthroughSubject<Int, Never>()
    let always = (0..<3).map { _ in subject.record() }
    let sent = Box(0)
    let faults = Box<[String]>([])
    let clock = ContinuousClock()
    let deadline = clock.now + Self.duration
    concurrently(8) { thread in
      var count = 0
      while clock.now < deadline {
        subject.send(thread << 32 | count)
        count += 1
        if count.isMultiple(of: 16) {
          let visitor = subject.record()
          subject.send(thread << 32 | count)
          count += 1
          visitor.cancel()
          if visitor.overlaps > 0 { faults.update { $0.append("a visitor's signals overlap") } }
          if Set(visitor.values).count < visitor.values.count {
            faults.update { $0.append("a visitor got a value twice") }
          }
        }
      }
      sent.update { $0 += count }
    }
    subject.send(completion: .finished)
    subject.send(-1)
    expectEqual(faults.value, [])
    for recorder in always {
      expectEqual(recorder.values.count, sent.value)
      expectEqual(recorder.values, always[0].values, "All see one order.")
      expectEqual(recorder.overlaps, 0)
      expect(recorder.isFinished)
      guard case .finished = recorder.events.last else {
        Issue.record("Something came after the completion.")
        continue
      }
    }
    // Each thread's values are in the order in which it sent them.
    for thread in 0..<8 {
      let own = always[0].values.filter { $0 >> 32 == thread }
      expectEqual(own, (0..<own.count).map { thread << 32 | $0 })
    }
  }

  @Test("The same holds for a CurrentValueSubject, with subscribers of limited demand (rule 3)")
  func currentValue() {
    let subject = CurrentValueSubject<Int, Never>(-1)
    let always = subject.record()
    let sent = Box(0)
    let faults = Box<[String]>([])
    let clock = ContinuousClock()
    let deadline = clock.now + Self.duration
    concurrently(8) { thread in
      var count = 0
      while clock.now < deadline {
        subject.send(thread << 32 | count)
        count += 1
        if count.isMultiple(of: 16) {
          let visitor = subject.record(demand: .max(1))
          if visitor.values.count != 1 { faults.update { $0.append("a visitor did not get the value at once") } }
          visitor.request(.max(2))
          visitor.cancel()
          if visitor.values.count > 3 { faults.update { $0.append("a visitor got more than it asked for") } }
          if visitor.overlaps > 0 { faults.update { $0.append("a visitor's signals overlap") } }
          if Set(visitor.values).count < visitor.values.count {
            faults.update { $0.append("a visitor got a value twice") }
          }
        }
      }
      sent.update { $0 += count }
    }
    subject.send(completion: .finished)
    expectEqual(faults.value, [])
    expectEqual(always.values.count, sent.value + 1)
    expectEqual(always.values.last, subject.value)
    expectEqual(always.overlaps, 0)
    expect(always.isFinished)
  }

  @Test("A hundred concurrent sends are all delivered, one at a time")
  func hundredSends() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    concurrently(100) { subject.send($0) }
    expectEqual(recorder.values.sorted(), Array(0..<100))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A completion that races values and other completions is delivered once, and last (rule 4)")
  func completionRaces() {
    for _ in 0..<100 {
      let subject = PassthroughSubject<Int, TestError>()
      let recorder = subject.record()
      concurrently(4) { thread in
        for value in 0..<10 { subject.send(value) }
        subject.send(completion: thread.isMultiple(of: 2) ? .finished : .failure(TestError()))
        subject.send(-1)
      }
      expectEqual(recorder.completions.count, 1)
      switch recorder.events.last {
      case .finished, .failure: break
      default: Issue.record("Something came after the completion.")
      }
    }
  }

  @Test(
    "Values and closures may call the subject when they are released (rules 3, 6 and 7)",
    arguments: [UInt64(1), 2, 3, 4])
  func releasesCallBack(seed: UInt64) {
    let alive = Box(0)
    let subject = CurrentValueSubject<Carrier, Never>(Carrier(-1, alive))
    let always = (0..<2).map { _ in Publishers.Map(upstream: subject, transform: { $0.number }).record() }
    concurrently(4) { [weak subject] thread in
      guard let subject else { return }
      var random = SeededGenerator(seed: seed &* 977 &+ UInt64(thread))
      var sinks: [AnyCancellable] = []
      for count in 0..<500 {
        // Retained until the subject, or a sink that has received it, releases it.
        subject.send(
          Carrier(thread << 32 | count, alive) { [weak subject] in
            guard let subject, count.isMultiple(of: 5) else { return }
            subject.send(Carrier(-2, alive))
            subject.sink { _ in }.cancel()
          })
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          let captured = Carrier(-3, alive) { [weak subject] in subject?.send(Carrier(-4, alive)) }
          sinks.append(subject.sink { value in withExtendedLifetime((captured, value)) {} })
        case 1: sinks.popLast()?.cancel()
        case 2: if let sink = sinks.randomElement(using: &random) { sink.cancel() }
        default: break
        }
      }
    }
    expectEqual(always[0].values, always[1].values, "All see one order.")
    for thread in 0..<4 {
      let own = always[0].values.filter { $0 >= 0 && $0 >> 32 == thread }
      expectEqual(own, (0..<500).map { thread << 32 | $0 })
    }
    expect(always.allSatisfy { $0.overlaps == 0 })
    for recorder in always { recorder.cancel() }
    expectEqual(alive.value, 1, "The subject retains its newest value, and nothing else is retained.")
  }
}

/// A value, or what a closure captures, that is counted while it is alive and runs a closure when it goes.
private final class Carrier: Sendable {
  let number: Int
  private let alive: Box<Int>
  private let onRelease: (@Sendable () -> Void)?

  init(_ number: Int, _ alive: Box<Int>, onRelease: (@Sendable () -> Void)? = nil) {
    self.number = number
    self.alive = alive
    self.onRelease = onRelease
    alive.increment()
  }

  deinit {
    alive.update { $0 -= 1 }
    onRelease?()
  }
}
