/// A way in which the two libraries are known to differ, and why that is right.
public struct KnownDifference: Sendable, Identifiable {
  /// How it is told apart from others.
  enum Mark: Sendable {
    /// What makes no difference in both traces is taken out of them, and what is left is the same.
    case forgiven(@Sendable (Scenario, inout Trace, inout Trace) -> Void)
    /// The smallest scenario that shows a difference has these stages, and shows it in this way.
    case smallest(@Sendable (Scenario, Trace, Trace) -> Bool)
  }

  public let id: String
  /// The row of the inventory that decides.
  public let row: String
  public let reason: String
  let mark: Mark
}

extension KnownDifference {
  public static let all: [KnownDifference] = [contract, order] + forgiven + decided

  /// A peer that breaks a rule is wrong, and what comes after is of no interest.
  static let contract = KnownDifference(
    id: "contract", row: "L-02, L-04, L-06, L-07",
    reason: "A stage of the peer sends what no publisher may send.",
    mark: .smallest { _, _, peer in peer.hasBreach })

  static let order = KnownDifference(
    id: "order", row: "L-01 to L-04",
    reason: "Each party sees the same; which of two hears first within a step, and in how many parts demand comes, is "
      + "stated nowhere.",
    mark: .forgiven { _, _, _ in })

  static let forgiven: [KnownDifference] = [
    KnownDifference(
      id: "handleEvents", row: "D-02, O-114", reason: "The closure for requests runs before that for subscriptions.",
      mark: .forgiven { scenario, ours, peer in
        guard scenario.has({ if case .debugging(.handleEvents) = $0 { true } else { false } }) else { return }
        ours.sortSubscriptionEvents()
        peer.sortSubscriptionEvents()
      }),
    KnownDifference(
      id: "print of no demand", row: "D-26, O-115", reason: "The peer prints a line for a returned demand of none.",
      mark: .forgiven { _, _, peer in
        peer.removeAll { if case .said(let text) = $0 { text.hasSuffix("max: (0) (synchronous)") } else { false } }
      }),
    KnownDifference(
      id: "release", row: "rule 7, L-11", reason: "A stage that ends cancels every upstream that is left; the peer's do not.",
      mark: .forgiven { _, ours, peer in
        let kept = ours.cancelled.subtracting(peer.cancelled)
        let isKept = { (event: Event) in
          if case .cancelled(let source, let number) = event { kept.contains([source, number]) } else { false }
        }
        ours.removeAll(where: isKept)
      }),
  ]

  static let decided: [KnownDifference] = []
}

extension Scenario {
  func has(_ isWanted: (Stage) -> Bool) -> Bool { stages.contains(where: isWanted) }
}

extension Trace {
  /// The subscriptions that were cancelled.
  fileprivate var cancelled: Set<[Int]> {
    Set(compactMap { if case .cancelled(let source, let number) = $0 { [source, number] } else { nil } })
  }

  /// Takes the events of a subscription out of the order of what `handleEvents` says.
  fileprivate mutating func sortSubscriptionEvents() {
    removeAll { $0 == .said("event: subscription") }
  }
}
