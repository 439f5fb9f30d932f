import StreamSubscribing
import TestSupport
import Testing

private final class Log: Sendable {
  let values = Box<[Int]>([])
  let flushes = Box(0)
  let end: Box<Int>

  init(end: Box<Int> = Box(0)) {
    self.end = end
  }

  func append(_ value: Int) { values.update { $0.append(value) } }
  func flush() { flushes.increment() }

  deinit { end.increment() }
}

private struct Prefix {
  let prefix: String
  let signals: Signals

  func write(_ value: Int) { signals.add(prefix + "\(value)") }
  func end() { signals.add(prefix) }
}

@Suite("invoke(_:on:), invoke(_:onWeak:), invoke(_:onUnowned:)")
struct InvokeTests {
  enum Hold: CaseIterable {
    case strong, weak, unowned
  }

  private func invoke<P: Publisher<Int, Never>>(_ publisher: P, on log: Log, _ hold: Hold) -> AnyCancellable {
    switch hold {
    case .strong: publisher.invoke(Log.append, on: log)
    case .weak: publisher.invoke(Log.append, onWeak: log)
    case .unowned: publisher.invoke(Log.append, onUnowned: log)
    }
  }

  @Test("The method is called with 1, 2, 3", arguments: Hold.allCases)
  func callsMethod(hold: Hold) {
    let log = Log()
    let cancellable = invoke([1, 2, 3].publisher, on: log, hold)
    expectEqual(log.values.value, [1, 2, 3])
    cancellable.cancel()
  }

  @Test("The method of a value is called")
  func callsMethodOfValue() {
    let signals = Signals()
    _ = [1, 2, 3].publisher.invoke(Prefix.write, on: Prefix(prefix: "p", signals: signals))
    expectEqual(signals.all, ["p1", "p2", "p3"])
  }

  @Test("A method without parameters is called at each Void", arguments: Hold.allCases)
  func callsMethodWithoutParameters(hold: Hold) {
    let log = Log()
    let subject = PassthroughSubject<Void, Never>()
    let cancellable =
      switch hold {
      case .strong: subject.invoke(Log.flush, on: log)
      case .weak: subject.invoke(Log.flush, onWeak: log)
      case .unowned: subject.invoke(Log.flush, onUnowned: log)
      }
    subject.send()
    subject.send()
    expectEqual(log.flushes.value, 2)
    cancellable.cancel()
    subject.send()
    expectEqual(log.flushes.value, 2)
  }

  @Test("Requests unlimited demand, and receives nothing after a cancel", arguments: Hold.allCases)
  func cancels(hold: Hold) {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let log = Log()
    let cancellable = invoke(upstream, on: log, hold)
    expectEqual(upstream.send(1), .none)
    cancellable.cancel()
    upstream.send(2)
    expectEqual(log.values.value, [1])
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("invoke(_:on:) retains its object until the end", arguments: [true, false])
  func keepsObject(finishes: Bool) {
    let subject = PassthroughSubject<Int, Never>()
    let end = Box(0)
    let cancellable = subject.invoke(Log.append, on: Log(end: end))
    subject.send(1)
    expectEqual(end.value, 0)
    if finishes { subject.send(completion: .finished) } else { cancellable.cancel() }
    expectEqual(end.value, 1)
    withExtendedLifetime(cancellable) {}
  }

  @Test("onWeak cancels upstream at the first value after its object was released")
  func cancelsWhenObjectIsGone() {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    let end = Box(0)
    let cancellable = upstream.invoke(Log.append, onWeak: Log(end: end))
    expectEqual(end.value, 1)
    expect(!upstream.isCancelled)
    upstream.send(1)
    upstream.send(2)
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    cancellable.cancel()
  }

  @Test("onUnowned retains nothing, and traps at the first value after its object was released")
  func unownedTraps() async {
    let upstream = ScriptedPublisher<Int, Never>()
    let end = Box(0)
    let cancellable = upstream.invoke(Log.append, onUnowned: Log(end: end))
    expectEqual(end.value, 1)
    expect(!upstream.isCancelled)
    cancellable.cancel()
    await #expect(processExitsWith: .failure) {
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.invoke(Log.append, onUnowned: Log())
      subject.send(1)
      cancellable.cancel()
    }
  }

  @Test("A value sent from inside the method is delivered after it")
  func reenters() {
    final class Counter: Sendable {
      let subject = PassthroughSubject<Int, Never>()
      let signals = Signals()

      func count(_ value: Int) {
        if value < 3 { subject.send(value + 1) }
        signals.value(value)
      }
    }
    let counter = Counter()
    let cancellable = counter.subject.invoke(Counter.count, onWeak: counter)
    counter.subject.send(1)
    expectEqual(counter.signals.all, ["1", "2", "3"])
    cancellable.cancel()
  }
}
