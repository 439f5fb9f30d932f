/// Runs a body, and expects all streams that it makes to be released.
///
///     expectNoLeaks {
///       let cancellable = subject.map { $0 + 1 }.sink { print($0) }
///       cancellable.cancel()
///     }
///
/// A stream that is still alive fails the test, with the description of each subscription and sink of it, and, while
/// `StreamInspector` is armed (`STREAMS_INSPECT=1 swift test`), the line that subscribed. The body must
/// keep what it makes to itself: a cancellable that is stored elsewhere keeps its stream alive until it is cancelled,
/// and a recorder keeps its subscription. ``LivingStreams`` says what is counted.
///
/// A stream belongs to the body if it is made by the body's thread, or in a task that the body starts, but for
/// `Task.detached`. Objects that other tests create at the same time do not count. Neither do objects created on a
/// queue, even for a stream of the body; of a stream that is created partly on a queue, only the other part counts.
/// Bodies may be nested.
///
/// It needs the toolkit's package trait `CountStreams`. Without it the body runs, and the expectation is reported as
/// skipped: in Swift Testing as a warning of the test, elsewhere in a line on standard error, since XCTest knows no
/// warnings. A test can be disabled instead: `@Test(.enabled(if: LivingStreams.isCounting))`.
///
/// - Parameters:
///   - patience: The number of milliseconds to wait for other threads to release what they still use; not negative.
///   - fileID: The caller's file, where a failure is shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - body: Makes streams, and ends them. If it throws, nothing is expected.
/// - Throws: What `body` throws.
@_disfavoredOverload
public func expectNoLeaks(
  patience: Int = 1_000,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Void
) rethrows {
  let expectation = LeakExpectation(patience, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  guard LivingStreams.isCounting else {
    expectation.skip()
    return try body()
  }
  try expectation.scope.running(body)
  let deadline = expectation.deadline
  while !expectation.scope.living.isEmpty, .now < deadline { wait(seconds: LeakExpectation.interval) }
  expectation.judge()
}

/// Runs a body that may suspend, and expects all streams that it makes to be released.
///
///     await expectNoLeaks {
///       for await value in publisher.values where value > 3 { break }
///     }
///
/// A stream belongs to the body if it is made by its task, or in one that the body starts, but for `Task.detached`.
/// Otherwise it is like ``expectNoLeaks(patience:fileID:filePath:line:column:_:)``.
///
/// - Parameters:
///   - patience: The number of milliseconds to wait for other tasks and threads to release what they still use; not
///     negative.
///   - isolation: The actor of the caller, on which the body runs.
///   - fileID: The caller's file, where a failure is shown.
///   - filePath: The path of that file.
///   - line: The line.
///   - column: The column.
///   - body: Makes streams, and ends them. If it throws, nothing is expected.
/// - Throws: What `body` throws.
@_disfavoredOverload
public func expectNoLeaks(
  patience: Int = 1_000, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Void
) async rethrows {
  let expectation = LeakExpectation(patience, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  guard LivingStreams.isCounting else {
    expectation.skip()
    return try await body()
  }
  try await expectation.scope.running(isolation: isolation, body)
  let deadline = expectation.deadline
  while !expectation.scope.living.isEmpty, .now < deadline, !Task.isCancelled {
    await wait(seconds: LeakExpectation.interval)
  }
  expectation.judge()
}

private struct LeakExpectation {
  let scope = LeakScope()
  let site: CallSite
  private let patience: Duration

  static let interval = 0.005

  init(_ patience: Int, _ site: CallSite) {
    precondition(patience >= 0, "The patience of expectNoLeaks must not be negative: \(patience)")
    (self.patience, self.site) = (.milliseconds(patience), site)
  }

  /// The end of a wait that begins now.
  var deadline: ContinuousClock.Instant { .now + patience }

  func judge() {
    let living = scope.living
    if living.isEmpty { return }
    let number = living.count == 1 ? "1 stream is" : "\(living.count) streams are"
    FailureReporter.report("expectNoLeaks: \(number) still alive: \(living.joined(separator: ", ")).", at: site)
  }

  func skip() {
    SkippedExpectation.report(
      "expectNoLeaks: skipped, since the toolkit was built without counting streams. Build with its trait CountStreams: "
        + "`swift test --traits CountStreams`, or, in the manifest of a package that depends on it, "
        + "`.package(url: ..., from: ..., traits: [\"CountStreams\"])`.",
      at: site)
  }
}
