internal import StreamCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reports a test failure to the running test framework, at the line that called the helper.
///
/// No setup is needed. This module imports no test framework; it looks for one when a failure occurs:
///
/// - within a Swift Testing test, the failure becomes an issue of that test;
/// - otherwise, if the process has loaded a test framework, XCTest fails the running test case, and Swift Testing
///   records an issue without a test, as for any thread that belongs to none;
/// - in a plain program, the message is printed and the program exits with status 1.
///
/// To use another reporter for the duration of a call:
///
///     FailureReporter.$current.withValue(.standardError) {
///       checkEverything()
///     }
public struct FailureReporter: Sendable {
  private let body: @Sendable (StreamTestFailure) -> Void

  /// Creates a reporter.
  ///
  /// - Parameter report: Called with each failure, on the thread that called the helper.
  public init(_ report: @escaping @Sendable (StreamTestFailure) -> Void) {
    body = report
  }

  /// The reporter of the running task; ``automatic`` by default.
  @TaskLocal public static var current = automatic

  /// Looks for a running test when a failure occurs, and exits if the process has no test framework.
  public static let automatic = FailureReporter { failure in
    if TestFrameworks.report(failure) { return }
    standardError.report(failure)
    exit(1)
  }

  /// Prints failures to standard error, one line each in a compiler's format, and continues.
  public static let standardError = FailureReporter { failure in
    var line = "\(failure)\n"
    line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  }

  /// Reports a failure.
  ///
  /// - Parameter failure: The failure and its location.
  public func report(_ failure: StreamTestFailure) {
    body(failure)
  }

  /// Reports a failure to the current reporter, from a custom helper.
  ///
  /// - Parameters:
  ///   - message: The expected and the actual outcome.
  ///   - site: The location of the helper's call.
  public static func report(_ message: String, at site: CallSite) {
    current.report(StreamTestFailure(message, at: site))
  }
}

extension FailureReporter {
  /// Runs a body, and returns the failures that helpers reported in it instead of failing the test.
  ///
  /// For tests of helpers and their messages.
  ///
  /// - Parameter body: The work; failures of its own task are collected, those of detached tasks and other threads are
  ///   reported as usual.
  /// - Returns: The failures, in the order reported.
  /// - Throws: What `body` throws.
  public static func failures(of body: () throws -> Void) rethrows -> [StreamTestFailure] {
    let collected = CollectedFailures()
    try $current.withValue(collected.reporter) { try body() }
    return collected.failures.value
  }

  /// Runs a body, and returns the failures that helpers reported in it instead of failing the test.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which the body runs.
  ///   - body: The work; failures of its own task and its child tasks are collected.
  /// - Returns: The failures, in the order reported.
  /// - Throws: What `body` throws.
  public static func failures(
    isolation: isolated (any Actor)? = #isolation, of body: () async throws -> Void
  ) async rethrows -> [StreamTestFailure] {
    let collected = CollectedFailures()
    try await $current.withValue(collected.reporter) { try await body() }
    return collected.failures.value
  }
}

private final class CollectedFailures: Sendable {
  let failures = Locked<[StreamTestFailure]>([])

  var reporter: FailureReporter {
    FailureReporter { [self] failure in failures.withLock { $0.append(failure) } }
  }
}
