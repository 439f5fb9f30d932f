/// What a run of a law produced.
public struct LawOutcome: Sendable {
  /// What was sent to the source, or is in its array.
  public var sent: [Int] = []

  /// What the source has delivered to the pipeline.
  public var input: [LawValue] = []

  /// When it did.
  public var inputTimes: [VirtualTime] = []

  /// The end that the source has sent to the pipeline: `finished`, or the failure's description; `nil` if it has sent
  /// none.
  public var inputEnd: String?

  /// When it did.
  public var inputEndTime: VirtualTime?

  /// What the pipeline has delivered.
  public var output: [LawValue] = []

  /// When it did.
  public var outputTimes: [VirtualTime] = []

  /// How the pipeline has ended: `finished`, or the description of its failure.
  public var end: String?

  /// The number of elements whose drop was reported to the `DropHook` in this run.
  public var drops = 0

  /// Whether elements may be missing at the end, because they were not requested, or the subscriber cancelled.
  public var isCut = false

  /// Whether the pipeline has cancelled the source.
  var hasCancelledSource = false

  /// What broke the rules, whatever the law.
  var faults: [String] = []

  static let holding = "The operator holds its subscription to the source after the end."

  static let standstill = "It stands still, or never ends."
}
