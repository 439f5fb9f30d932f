#if CountStreams
  internal import StreamCore
#endif

/// The streams of the process that are alive: for tests that look for leaks.
///
///     let before = LivingStreams.count
///     …
///     #expect(LivingStreams.count == before, "\(LivingStreams.report())")
///
/// It covers the streams of all threads, and looking at an object retains it for that moment, so use it in a test that
/// runs alone. ``expectNoLeaks(patience:fileID:filePath:line:column:_:)`` looks at the streams of its body alone, and
/// tests that run at the same time do not disturb each other.
///
/// Each of these counts as one, as long as its object is alive:
///
/// - a subscription that a stage or a sink of the toolkit, or a recorder of this module, has taken;
/// - the end of a pipeline, which is a `sink`, an `assign` or a kin of theirs, until its stream ends or is cancelled.
///
/// So most stages with a state count as one, and `map` and others without a state do not: they are a part of the stage
/// below. A subscription that a publisher hands to a subscriber of your own does not count.
///
/// Nothing is counted unless the toolkit is built with its package trait `CountStreams`. It makes each subscription
/// slower, so switch it on for tests alone: `swift test --traits CountStreams`, or in the manifest of a package that
/// depends on the toolkit `.package(url: …, from: …, traits: ["CountStreams"])`.
public enum LivingStreams {
  /// Whether the toolkit is built with its trait `CountStreams`.
  public static var isCounting: Bool {
    #if CountStreams
      return true
    #else
      return false
    #endif
  }

  /// The number of streams that are alive; zero if they are not counted.
  public static var count: Int {
    #if CountStreams
      var count = 0
      StreamCount.forEachLiving { _ in count += 1 }
      return count
    #else
      return 0
    #endif
  }

  /// The number of streams that are alive for each description of a subscription; empty if they are not counted. While
  /// `StreamInspector` is armed, a description ends with the line that subscribed.
  ///
  /// - Returns: The numbers.
  public static func report() -> [String: Int] {
    #if CountStreams
      var report: [String: Int] = [:]
      StreamCount.forEachLiving { living in
        let line = InspectionHook.line(of: living.object)?().map { ", subscribed to at \($0)" } ?? ""
        report["\(living.object)\(line)", default: 0] += 1
      }
      return report
    #else
      return [:]
    #endif
  }
}
