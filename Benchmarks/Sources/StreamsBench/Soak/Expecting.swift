import Dispatch
import Streams
import Synchronization

/// A number that several threads count up.
final class Count: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .acquiring) }

  func add() { number.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}

/// Attaches a sink, does what makes the publisher deliver, waits for the end, and checks what has come.
///
/// - Parameters:
///   - count: The number of values that must come.
///   - fails: Whether the stream must fail.
///   - publisher: The stream.
///   - act: What is done once the sink is attached.
/// - Returns: The number of values.
/// - Throws: A ``SoakFault``, if other values have come, or another end.
@discardableResult
func expect<P: Publisher>(
  _ count: Int, fails: Bool = false, from publisher: P, once act: () throws -> Void = {}
) throws -> Int {
  let received = Count()
  let failures = Count()
  let done = DispatchSemaphore(value: 0)
  let cancellable = publisher.sink(
    receiveCompletion: {
      if case .failure = $0 { failures.add() }
      done.signal()
    },
    receiveValue: { _ in received.add() })
  try act()
  try wait(for: done)
  guard received.value == count, (failures.value > 0) == fails else {
    throw SoakFault(
      "\(received.value) values came instead of \(count), and the stream \(failures.value > 0 ? "failed" : "finished")."
    )
  }
  return withExtendedLifetime(cancellable) { count }
}

/// Checks a number.
@discardableResult
func expect(_ count: Int, is actual: Int) throws -> Int {
  guard actual == count else { throw SoakFault("\(actual) values came instead of \(count).") }
  return count
}

/// Runs a task to its end.
func expect(_ count: Int, in body: @escaping @Sendable () async throws -> Int) throws -> Int {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Int, any Error>?>(nil)
  Task.detached {
    let outcome: Result<Int, any Error>
    do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    result.withLock { $0 = outcome }
    done.signal()
  }
  try wait(for: done)
  return try expect(count, is: result.withLock { try $0?.get() ?? 0 })
}

/// An episode takes seconds, but on a busy machine other work may keep the threads of tasks for minutes.
private func wait(for done: DispatchSemaphore) throws {
  guard done.wait(timeout: .now() + 300) == .success else { throw SoakFault("No end came within five minutes.") }
}
