private import Foundation

/// Whether repeating tests run as often as before a release: `STREAMS_FULL=1`.
public let isFullRun = ProcessInfo.processInfo.environment["STREAMS_FULL"] == "1"

/// The number of repetitions of a test.
///
/// - Parameters:
///   - usual: The number in a usual run.
///   - full: The number with `STREAMS_FULL=1`.
/// - Returns: The number for this run.
public func repetitions(_ usual: Int, full: Int) -> Int {
  isFullRun ? full : usual
}
