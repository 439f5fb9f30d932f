/// A way in which the two libraries are known to differ, and why that is right.
public struct KnownDifference: Sendable, Identifiable {
  public let id: String
  /// The row of the inventory, or of Docs/CombineCompatibility.md, that decides.
  public let row: String
  public let reason: String
  /// Whether the traces of a scenario differ in this way, and in no other.
  let explains: @Sendable (Scenario, Trace, Trace) -> Bool
}

extension KnownDifference {
  public static let all: [KnownDifference] = [
    KnownDifference(
      id: "order", row: "L-01 to L-04",
      reason: "Each party sees the same; which of two parties hears first within a step is stated nowhere."
    ) { _, ours, peer in View(ours) == View(peer) },
    KnownDifference(
      id: "contract", row: "L-02, L-04, L-06, L-07",
      reason: "A stage of the peer sends what no publisher may send."
    ) { _, _, peer in peer.hasBreach },
  ]
}
