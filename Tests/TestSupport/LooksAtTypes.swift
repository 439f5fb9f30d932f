import StreamCore
public import Testing

/// Whether the inspector is armed for the whole run.
public let isInspected = environmentVariable("STREAMS_INSPECT")?.isEmpty == false

extension Trait where Self == ConditionTrait {
  /// For a test that looks at the type of a subscriber or a subscription: an armed inspector puts a probe before it.
  public static var looksAtTypes: Self { .disabled(if: isInspected, "A probe stands before what it looks at.") }
}
