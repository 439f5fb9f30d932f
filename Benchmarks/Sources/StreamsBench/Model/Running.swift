import Dispatch
import Foundation

/// Runs a pipeline in a task, and waits for its end.
package func running(
  _ body: @escaping @Sendable (_ count: Int, _ sink: @Sendable (Int) -> Void) async -> Void
) -> Program {
  { count in
    let tally = Tally()
    let sink = tally.sink().receive
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await body(count, sink)
      done.signal()
    }
    done.wait()
    return tally.sum
  }
}

/// An asynchronous sequence that never suspends.
package func counting(to count: Int) -> AsyncStream<Int> {
  let next = Kept(Counter())
  return AsyncStream { next.content.next(below: count) }
}

/// An asynchronous sequence that suspends its task once for each element.
package func yielding(to count: Int) -> AsyncStream<Int> {
  let next = Kept(Counter())
  return AsyncStream {
    await Task.yield()
    return next.content.next(below: count)
  }
}

private final class Counter {
  private var last = -1

  func next(below count: Int) -> Int? {
    last += 1
    return last < count ? last : nil
  }
}

/// Runs a program on the main actor: in the tool this is its thread, in a test another one.
package func onMainActor(_ program: @escaping @MainActor @Sendable () -> Int) -> Int {
  guard !Thread.isMainThread else { return MainActor.assumeIsolated(program) }
  nonisolated(unsafe) var result = 0
  let done = DispatchSemaphore(value: 0)
  Task { @MainActor in
    result = program()
    done.signal()
  }
  done.wait()
  return result
}
