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

/// Tells whoever runs the tests that one of them failed, at the line that called the helper.
///
/// Nothing needs to be set up. This module imports no test framework, and looks for one at the moment of a failure:
///
/// - within a test of Swift Testing, the failure becomes an issue of that test;
/// - otherwise, if the process has loaded a test framework, XCTest marks the running test case, and Swift Testing the
///   running tests as a whole, which is what a thread that belongs to no test deserves;
/// - in a plain program there is nobody to count failures, so that the message is printed and the program ends with
///   status 1.
///
/// Another reporter is set for the length of a call:
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

  /// The reporter of the running task; ``automatic`` where none was set.
  @TaskLocal public static var current = automatic

  /// Looks for a running test at the moment of a failure, and ends the program where there can be none.
  public static let automatic = FailureReporter { failure in
    if TestFrameworks.report(failure) { return }
    standardError.report(failure)
    exit(1)
  }

  /// Prints failures to the standard error stream, a line each as a compiler does, and goes on.
  public static let standardError = FailureReporter { failure in
    var line = "\(failure)\n"
    line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  }

  /// Reports a failure.
  ///
  /// - Parameter failure: What went wrong, and where.
  public func report(_ failure: StreamTestFailure) {
    body(failure)
  }

  /// Reports a failure to the current reporter: what a helper of one's own calls.
  ///
  /// - Parameters:
  ///   - message: What was expected, and what came.
  ///   - site: Where the helper was called.
  public static func report(_ message: String, at site: CallSite) {
    current.report(StreamTestFailure(message, at: site))
  }
}

extension FailureReporter {
  /// Runs a body and returns the failures that helpers reported in it, instead of failing the test.
  ///
  /// For tests of helpers: what they say can be compared.
  ///
  /// - Parameter body: What is run; failures of its own task are collected, those of detached tasks and other threads
  ///   are reported as ever.
  /// - Returns: The failures, in the order of the reports.
  /// - Throws: What `body` throws.
  public static func failures(of body: () throws -> Void) rethrows -> [StreamTestFailure] {
    let collected = CollectedFailures()
    try $current.withValue(collected.reporter) { try body() }
    return collected.failures.value
  }

  /// Runs a body and returns the failures that helpers reported in it, instead of failing the test.
  ///
  /// - Parameters:
  ///   - isolation: The actor that the body runs on, which is the caller's.
  ///   - body: What is run; failures of its own task and of its child tasks are collected.
  /// - Returns: The failures, in the order of the reports.
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
