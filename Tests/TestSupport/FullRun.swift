private import Foundation

/// Whether tests that repeat something do so as often as a release deserves: `STREAMS_FULL=1` says so.
public let isFullRun = ProcessInfo.processInfo.environment["STREAMS_FULL"] == "1"

/// How often a test repeats something.
///
/// - Parameters:
///   - usual: How often in the usual run of the tests.
///   - full: How often with `STREAMS_FULL=1`.
/// - Returns: How often now.
public func repetitions(_ usual: Int, full: Int) -> Int {
  isFullRun ? full : usual
}
