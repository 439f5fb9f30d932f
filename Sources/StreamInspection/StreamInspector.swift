internal import StreamCore
internal import StreamParts

/// Sees the pipelines of the process, and says what each of them does or waits for.
///
/// `STREAMS_INSPECT=1 swift run App` arms it at the first subscription, without a change to the program. ``arm(_:)``
/// arms it at any time. The inspector sees pipelines that are subscribed to from then on.
///
/// ```swift
/// StreamInspector.arm()
/// let cancellable = feed.sink { show($0) }
/// print(StreamInspector.report())
/// ```
///
/// While it is off, a subscription reads one word of memory, and a value costs nothing, except in pipelines that the
/// compiler inlines whole. While it is armed, a probe on each edge of a pipeline counts what is requested and
/// delivered. Probes change neither identities nor descriptions, demand or order. The page *Debugging pipelines* says
/// what it does not see.
public enum StreamInspector {
  /// Begins to see pipelines, those that are subscribed to from now on.
  ///
  /// - Parameter patterns: What reports and snapshots show: pipelines with a stage, a checkpoint or a line that has one
  ///   of these names. `*` stands for any text: `feed`, `*Orders*`, `debounce`. All pipelines, if there is none.
  public static func arm(_ patterns: String...) {
    arm(patterns)
  }

  /// Stops seeing new pipelines. The inspector goes on counting those that it already sees, until they end.
  public static func disarm() {
    InspectionHook.install(nil)
  }

  /// Whether new pipelines are seen.
  public static var isArmed: Bool { InspectionHook.isInstalled }

  static func arm(_ patterns: [String]) {
    findImages()
    _ = self.patterns.exchange(patterns.map(Pattern.init))
    // Drops are reported, and so counted, only if somebody wants to know.
    _ = drops
    InspectionHook.install(inspector)
    _ = environment
  }

  /// Calls a closure with each failure that passes a checkpoint, at the last one that it passes.
  ///
  /// If an operator delivers a failure later, as `receive(on:)` does, checkpoints before it have a report of their own.
  ///
  /// - Parameter handler: Called on the thread of the failure, outside of locks; several threads may call it at a time.
  /// - Returns: Removes the closure when it is cancelled or released.
  public static func onFailure(_ handler: @escaping @Sendable (FailureReport) -> Void) -> AnyCancellable {
    FailureReports.handlers.observe(handler)
  }

  static let patterns = Locked<[Pattern]>([])
  private static let inspector = ProbingInspector()
  private static let drops = DropHook.observe { _ in }

  /// What the environment asks for besides, when the inspector is armed for the first time: a recording, if there is
  /// one.
  private static let environment: AnyCancellable? = {
    ReportSignal.install()
    // A recording that the program has begun goes on.
    guard let recorded = environmentVariable("STREAMS_INSPECT_RECORD"), !recorded.isEmpty,
      StreamRecorder.current == nil
    else { return nil }
    return record(recorded.split(separator: ",").map(String.init))
  }()
}

/// A name in which `*` stands for any text.
struct Pattern: Sendable {
  private let parts: [Substring]

  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
  }

  /// Whether it is the whole name.
  func matches(_ name: String) -> Bool {
    guard let first = parts.first, let last = parts.last, name.hasPrefix(first) else { return false }
    guard parts.count > 1 else { return name == first }
    var rest = name.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      while !rest.hasPrefix(part) {
        if rest.isEmpty { return false }
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(part.count)
    }
    return rest.hasSuffix(last)
  }
}

/// Arms the inspector when the environment asks for it. `StreamCore` finds it by its name.
///
/// Nothing refers to it: an optimised build would leave it out if it could not be used from elsewhere.
@usableFromInline
enum LaunchInspector: InspectorAtLaunch {
  @usableFromInline
  static func install(wanting patterns: String) {
    let patterns = patterns.split(separator: ",").map(String.init)
    StreamInspector.arm(patterns == ["1"] ? [] : patterns)
  }
}
