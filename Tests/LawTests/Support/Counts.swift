import StreamTesting
import Streams
import TestSupport

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
