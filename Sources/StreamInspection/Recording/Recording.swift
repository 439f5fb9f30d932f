internal import StreamCore

extension StreamInspector {
  /// Begins to keep what passes stages, for a test, and for reports that show values.
  ///
  /// It sees what is subscribed to from now on, while the inspector is armed. Values become text when they pass, and
  /// are not retained. Only one recording runs at a time: another one ends it.
  ///
  ///     let recording = StreamInspector.record("debounce", "orders")
  ///     …
  ///     for stage in StreamInspector.recordedStages { print(StreamInspector.test(of: stage) ?? "") }
  ///     recording.cancel()
  ///
  /// `STREAMS_INSPECT_RECORD=debounce,orders` in the environment begins one when the inspector is armed for the first
  /// time.
  ///
  /// - Parameters:
  ///   - patterns: The operators, sources and checkpoints whose stages are kept, as in ``arm(_:)``; one or more.
  ///   - limit: How many signals of a stream are kept, the last ones; 1 or more. Each takes up to a kilobyte. Of all
  ///     stages together 1,000 streams are kept: those that have ended make room.
  /// - Returns: Ends the recording, and forgets it, when it is cancelled or released.
  public static func record(_ patterns: String..., limit: Int = 1_000) -> AnyCancellable {
    record(patterns, limit: limit)
  }

  static func record(_ patterns: [String], limit: Int = 1_000) -> AnyCancellable {
    precondition(!patterns.isEmpty, "A recording keeps the stages of one name or more.")
    precondition(limit > 0, "A recording keeps one signal or more, not \(limit).")
    let recorder = StreamRecorder(patterns.map(Pattern.init), limit: limit)
    StreamRecorder.begin(recorder)
    let stop: @Sendable () -> Void = { recorder.stop() }
    return AnyCancellable(stop)
  }

  /// The numbers of the stages that are recorded, in the order of their subscriptions; those that have ended, too.
  public static var recordedStages: [Int] { StreamRecorder.current?.recorded.sorted() ?? [] }

  /// What has passed a stage.
  ///
  /// - Parameter stage: The number of the stage (``StreamSnapshot/Stage/id``). It may have ended.
  /// - Returns: What has passed; `nil` if the stage is not recorded (``record(_:limit:)``).
  public static func recording(of stage: Int) -> StageRecording? {
    StreamRecorder.current?.recording(of: stage)
  }

  /// Makes a test of what has passed a stage: what came in, at its times, and what went out as the expectation.
  ///
  /// The file imports `StreamTesting` and `Streams`, and has one function of Swift Testing, which runs in virtual time.
  /// Pasted into a test target it compiles and passes for stages whose arguments are numbers, durations and options,
  /// for `zip`, `combineLatest` and `merge`, and for `flatMap` and its kin, whatever made their inner streams. What
  /// cannot be written in Swift, such as the closure of `map`, is left as a placeholder, `<#…#>`, at which the compiler
  /// stops. Structures are written with their memberwise initialisers; values must be `Sendable`.
  ///
  /// Virtual time knows no delays: where a value came within milliseconds of a timer, where work waited for a busy
  /// thread, or where signals were forgotten, the test may have another result.
  ///
  /// - Parameter stage: The number of the stage (``StreamSnapshot/Stage/id``). It may have ended.
  /// - Returns: The text of a file; `nil` if the stage is not recorded (``record(_:limit:)``).
  public static func test(of stage: Int) -> String? {
    recording(of: stage)?.test()
  }
}
