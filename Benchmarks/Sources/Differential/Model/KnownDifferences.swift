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
      id: "handleEvents", row: "D-02, O-114",
      reason: "The closure for requests runs before that for subscriptions, and both before a value flows.",
      mark: .forgiven { _, ours, peer in
        let isEarly = { (event: Event) in
          if case .said(let text) = event {
            text == "event: subscription" || text.hasPrefix("event: request")
          } else {
            false
          }
        }
        ours.removeAll(where: isEarly)
        peer.removeAll(where: isEarly)
      }),
    KnownDifference(
      id: "print of no demand", row: "D-26, O-115", reason: "The peer prints a line for a returned demand of none.",
      mark: .forgiven { _, _, peer in peer.removeText { $0.hasSuffix("max: (0) (synchronous)") } }),
    KnownDifference(
      id: "descriptions", row: "T-05, descriptions.md",
      reason: "A subscription describes itself by the bare name of its operator; some of the peer's by a type's.",
      mark: .forgiven { _, ours, peer in
        let isOdd = { (text: String) in text.contains("receive subscription: (") }
        guard peer.contains(where: { if case .said(let text) = $0 { isOdd(text) && text.contains("<") } else { false } })
        else { return }
        ours.removeText(where: isOdd)
        peer.removeText(where: isOdd)
      }),
    KnownDifference(
      id: "release", row: "L-11, rule 7",
      reason: "A stage that ends cancels every upstream that is left; some of the peer's leave one running.",
      mark: .forgiven { _, ours, peer in
        if let end = peer.end, ours.end != nil {
          peer.removeSubrange((end + 1)...)
          ours.removeText { $0.hasSuffix("cancel") }
          peer.removeText { $0.hasSuffix("cancel") }
        }
        let kept = ours.cancelled.subtracting(peer.cancelled)
        ours.removeAll { event in
          if case .cancelled(let source, let number) = event { kept.contains([source, number]) } else { false }
        }
      }),
  ]

  static let decided: [KnownDifference] = [
    KnownDifference(
      id: "end without demand", row: "O-050 to O-053, O-057, O-060, O-061",
      reason: "An end needs no demand: the stream finishes as soon as no value can come. The peer waits for a request.",
      mark: .smallest { scenario, ours, peer in
        ours.end != nil && peer.end == nil && scenario.endsIn { stage in
          switch stage {
          case .prefix, .outputAt, .outputIn, .first, .firstWhere, .tryFirstWhere, .last, .lastWhere, .tryLastWhere: true
          default: false
          }
        }
      }),
    KnownDifference(
      id: "dropFirst", row: "C-03",
      reason: "Nothing is asked for until downstream asks; the peer asks for what it drops as it subscribes.",
      mark: .smallest { scenario, _, _ in
        scenario.endsIn { if case .dropFirst = $0 { true } else { false } }
      }),
    KnownDifference(
      id: "replaceEmpty", row: "B-01, B-02",
      reason: "Demand passes; the peer asks for everything, and may send more than it was asked for.",
      mark: .smallest { scenario, _, _ in
        scenario.endsIn { if case .replaceEmpty = $0 { true } else { false } }
      }),
    KnownDifference(
      id: "zip's demand", row: "B-02",
      reason: "What is returned from a delivery raises the demand on each input; the peer's reaches the last one only.",
      mark: .smallest { scenario, ours, peer in
        scenario.has { if case .combining(.zip) = $0 { true } else { false } } && ours.asks(atLeast: peer)
      }),
    KnownDifference(
      id: "flatMap's demand", row: "B-02, CX #115",
      reason: "Children are asked for everything once downstream is; the peer goes on to ask for one at a time.",
      mark: .smallest { scenario, ours, peer in
        scenario.has { if case .mapping(.flatMap) = $0 { true } else { false } } && ours.asks(atLeast: peer)
      }),
  ]
}

extension Scenario {
  func has(_ isWanted: (Stage) -> Bool) -> Bool { stages.contains(where: isWanted) }

  /// Whether the last stage is such a one.
  fileprivate func endsIn(_ isWanted: (Filtering) -> Bool) -> Bool {
    if case .filtering(let stage) = stages.last { isWanted(stage) } else { false }
  }
}

extension Trace {
  /// Where downstream's end is.
  fileprivate var end: Int? {
    firstIndex { if case .received(let signal) = $0 { signal.isEnd } else { false } }
  }

  /// The subscriptions that were cancelled.
  fileprivate var cancelled: Set<[Int]> {
    Set(compactMap { if case .cancelled(let source, let number) = $0 { [source, number] } else { nil } })
  }

  fileprivate mutating func removeText(where isWanted: (String) -> Bool) {
    removeAll { if case .said(let text) = $0 { isWanted(text) } else { false } }
  }

  /// Whether each source is asked for as much as in another trace, or more.
  fileprivate func asks(atLeast other: Trace) -> Bool {
    let demands = demands
    return other.demands.allSatisfy { ($0.value.count ?? .max) <= (demands[$0.key, default: .none].count ?? .max) }
  }

  private var demands: [[Int]: Amount] {
    var demands: [[Int]: Amount] = [:]
    for case .requested(let source, let number, let amount) in self {
      demands[[source, number], default: .none] = demands[[source, number], default: .none] + amount
    }
    return demands
  }
}

extension Amount {
  fileprivate var count: Int? {
    if case .max(let count) = self { count } else { nil }
  }
}
