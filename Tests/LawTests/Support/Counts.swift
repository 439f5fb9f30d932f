import StreamTesting
import Streams
import TestSupport

/// Counts how many publishers run at a time.
final class Gauge: Sendable {
  private let running = Box(0)
  private weak let run: LawRun?

  init(_ run: LawRun) {
    self.run = run
  }

  /// The same publisher, counted from its subscription to its end.
  func counting<P: Publisher>(_ publisher: P, _ limit: Int) -> AnyPublisher<P.Output, P.Failure> {
    publisher.handleEvents(receiveSubscription: { [self] _ in
      let count = running.increment()
      if count > limit { run?.fail("\(count) run at a time, more than \(limit).") }
    }).handleEnd { [self] _ in running.update { $0 -= 1 } }.eraseToAnyPublisher()
  }
}

/// Compares what has been handled with what has passed.
final class Counts: Sendable {
  private let last = Box<Int?>(nil)
  private let ends = Box(0)
  private weak let run: LawRun?

  init(_ run: LawRun) {
    self.run = run
  }

  func handled(_ value: Int) {
    last.value = value
  }

  func passed(_ value: Int) -> Int {
    if last.value != value { run?.fail("\(value) was not handled before it passed.") }
    return value
  }

  func ended() {
    if ends.increment() > 1 { run?.fail("The end was handled \(ends.value) times.") }
  }
}

extension LawRun {
  /// The same object, kept until the run is over.
  func keeping<Object: Sendable>(_ object: Object) -> Object {
    keep(object)
    return object
  }
}
