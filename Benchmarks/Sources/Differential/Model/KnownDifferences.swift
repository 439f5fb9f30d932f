/// A documented difference between the two libraries.
package struct KnownDifference: Sendable, Identifiable {
  /// How it is recognised.
  enum Mark: Sendable {
    /// After irrelevant events are removed from both traces, they are equal.
    case forgiven(@Sendable (Scenario, inout Trace, inout Trace) -> Void)
    /// The smallest differing scenario has these stages, and this difference.
    case smallest(@Sendable (Scenario, Trace, Trace) -> Bool)
  }

  package let id: String
  /// The rule of the contract of signals that decides, or what else does.
  package let rule: String
  package let reason: String
  let mark: Mark
}

extension KnownDifference {
  package static let all: [KnownDifference] = [contract, order] + forgiven + decided

  /// A peer that breaks a rule is wrong; the rest of its trace does not matter.
  static let contract = KnownDifference(
    id: "contract", rule: "rules 1, 2, 4 and 5",
    reason: "A stage of the peer sends what no publisher may send.",
    mark: .smallest { _, _, peer in peer.hasBreach })

  static let order = KnownDifference(
    id: "order", rule: "rules 1 and 2",
    reason: "Each party sees the same; which of two hears first within a step, and in how many parts demand comes, is "
      + "stated nowhere.",
    mark: .forgiven { _, _, _ in })

  static let forgiven: [KnownDifference] = [
    KnownDifference(
      id: "handleEvents", rule: "the documented order of handleEvents",
      reason: "The closure for requests runs before that for subscriptions, and both before a value flows.",
      mark: .forgiven { _, ours, peer in
        let isEarly = { (event: Event) in
          if case .said(_, let text) = event {
            text == "event: subscription" || text.hasPrefix("event: request")
          } else {
            false
          }
        }
        ours.removeAll(where: isEarly)
        peer.removeAll(where: isEarly)
      }),
    KnownDifference(
      id: "print of no demand", rule: "the documented lines of print",
      reason: "The peer prints a line for a returned demand of none.",
      mark: .forgiven { _, _, peer in peer.removeText { $0.hasSuffix("max: (0) (synchronous)") } }),
    KnownDifference(
      id: "print of demand", rule: "stated nowhere",
      reason: "Whether demand comes by a request or is returned, and in how many parts, is stated nowhere.",
      mark: .forgiven { _, ours, peer in
        ours.removeText { $0.contains("request ") }
        peer.removeText { $0.contains("request ") }
      }),
    KnownDifference(
      id: "descriptions", rule: "the documented descriptions",
      reason: "A subscription describes itself by the bare name of its operator; some of the peer's by a type's, and a "
        + "`Just` of which the failure type is set by that of a `Result`.",
      mark: .forgiven { _, ours, peer in
        let isOdd = { (text: String) in text.contains("receive subscription: (") }
        let isKnown = { (event: Event) in
          guard case .said(_, let text) = event, isOdd(text) else { return false }
          return text.contains("<") || text.hasSuffix("(Once)")
        }
        guard peer.contains(where: isKnown) else { return }
        ours.removeText(where: isOdd)
        peer.removeText(where: isOdd)
      }),
    KnownDifference(
      id: "release", rule: "rules 5 and 7",
      reason: "A stage that ends cancels every upstream that is left; some of the peer's leave one running.",
      mark: .forgiven { _, ours, peer in
        if let end = peer.end, ours.end != nil {
          peer.removeSubrange((end + 1)...)
          ours.removeTail()
        }
        ours.removeText { $0.hasSuffix("cancel") }
        peer.removeText { $0.hasSuffix("cancel") }
        let kept = ours.cancelled.subtracting(peer.cancelled)
        let isSettled = { (event: Event) in
          switch event {
          case .requested(let source, let number, _), .cancelled(let source, let number),
            .ended(let source, let number):
            kept.contains([source, number])
          default: false
          }
        }
        ours.removeAll(where: isSettled)
        peer.removeAll(where: isSettled)
      }),
  ]

  static let decided: [KnownDifference] = [
    KnownDifference(
      id: "end without demand", rule: "rule 2",
      reason: "An end needs no demand: the stream finishes as soon as no value can come. The peer waits for a request.",
      mark: .smallest { scenario, ours, peer in
        ours.end != nil && peer.end == nil && ours.values == peer.values && scenario.reducesToOne
      }),
    KnownDifference(
      id: "end of a range", rule: "rule 2",
      reason: "The stream finishes, and cancels, with the last element of the range, or at once if there is none. The "
        + "peer waits for a request, or for upstream's end.",
      mark: .smallest { scenario, ours, peer in
        ours.values.starts(with: peer.values)
          && (ours.end != nil || peer.end == nil || peer.fails || !ours.cancelled.subtracting(peer.cancelled).isEmpty)
          && scenario.filters {
            switch $0 {
            case .prefix, .outputAt, .outputIn: true
            default: false
            }
          }
      }),
    KnownDifference(
      id: "dropUntilOutput", rule: "rule 2",
      reason: "A value that is dropped is asked for again, so that demand outlives it.",
      mark: .smallest { scenario, ours, peer in
        scenario.filters { if case .dropUntilOutput = $0 { true } else { false } } && ours.isAhead(of: peer)
      }),
    KnownDifference(
      id: "end of a buffer", rule: "rule 2",
      reason: "The stream finishes with the last element of the buffer. The peer waits for a request.",
      mark: .smallest { scenario, ours, peer in
        ours.values == peer.values && ours.end != nil && peer.end == nil && scenario.buffers
      }),
    KnownDifference(
      id: "failure of a buffer", rule: "the documented failure of a buffer",
      reason: "A failure comes after what is in the buffer; the peer drops that.",
      mark: .smallest { scenario, ours, peer in
        scenario.buffers && peer.fails && ours.values.starts(with: peer.values)
      }),
    KnownDifference(
      id: "left running", rule: "rules 5 and 7",
      reason: "A cancel, or the end of a stage, reaches every upstream, and those that are about to be subscribed to; "
        + "some of the peer's leave one running, or subscribe to it and cancel it.",
      mark: .smallest { scenario, ours, peer in
        ours.received == peer.received
          && (!ours.running.isSuperset(of: peer.running) || peer.said.count > ours.said.count
            || scenario.shares && !ours.cancelled.isEmpty && ours.cancelled.isSuperset(of: peer.cancelled)
            || scenario.shares && ours.subscribed.isStrictSubset(of: peer.subscribed)
              && ours.running.isSuperset(of: peer.running))
      }),
    KnownDifference(
      id: "beginning of a buffer", rule: "rule 1",
      reason:
        "Downstream has its subscription before upstream is asked to fill the buffer, which may overflow meanwhile.",
      mark: .smallest { scenario, _, _ in
        scenario.buffers && scenario.hasValuesAtOnce
      }),
    KnownDifference(
      id: "demand of a buffer", rule: "stated nowhere",
      reason: "The place of each element is asked for as it is delivered, so that an upstream that ends meanwhile is "
        + "not asked again; the peer asks for all places after the last element.",
      mark: .smallest { scenario, ours, peer in
        scenario.buffers && ours.received == peer.received && ours.asks(atLeast: peer, ofThoseThatRun: true)
      }),
    KnownDifference(
      id: "second connection", rule: "the documented end of share",
      reason: "What has ended is not subscribed to again; who comes late gets the end.",
      mark: .smallest { scenario, ours, peer in
        (ours.isAhead(of: peer) || ours.end != nil && peer.isAhead(of: ours)) && scenario.shares
          && scenario.has { if case .handling(.retry) = $0 { true } else { false } }
      }),
    KnownDifference(
      id: "requests within one step", rule: "rule 3",
      reason: "An upstream that ends as it is asked is followed after the request returns, by all that was asked for "
        + "meanwhile; and `handleEvents` passes requests on when its closures have run.",
      mark: .smallest { scenario, ours, peer in
        ours.received == peer.received && ours.asks(atLeast: peer)
          && scenario.has {
            switch $0 {
            case .handling(.retry), .handling(.catching), .handling(.tryCatching), .debugging(.handleEvents),
              .combining(.prepend), .combining(.append), .filtering(.ignoreOutput):
              true
            default: false
            }
          }
      }),
    KnownDifference(
      id: "dropFirst", rule: "rule 2",
      reason: "Nothing is asked for until downstream asks; the peer asks for what it drops as it subscribes.",
      mark: .smallest { scenario, _, _ in
        scenario.filters { if case .dropFirst = $0 { true } else { false } }
      }),
    KnownDifference(
      id: "replaceEmpty", rule: "rule 2",
      reason: "Demand passes; the peer asks for everything, and may send more than it was asked for.",
      mark: .smallest { scenario, _, _ in
        scenario.filters { if case .replaceEmpty = $0 { true } else { false } }
      }),
    KnownDifference(
      id: "zip's demand", rule: "rule 2",
      reason: "What is returned from a delivery raises the demand on each input; the peer's reaches the last one only.",
      mark: .smallest { scenario, ours, peer in
        scenario.has { if case .combining(.zip) = $0 { true } else { false } } && ours.asks(atLeast: peer)
          && (ours.isAhead(of: peer) || ours.end == nil && ours.values.starts(with: peer.values))
          || scenario.has { if case .combining(.zip) = $0 { true } else { false } } && ours.isAhead(of: peer)
            && ours.end != nil
      }),
    KnownDifference(
      id: "beginning of a zip", rule: "rule 1",
      reason:
        "Downstream has its subscription before the inputs are subscribed to, so that each is asked at once; a hot "
        + "one, or one that is replaced, may send something else by then.",
      mark: .smallest { scenario, _, _ in
        scenario.has { if case .combining(.zip) = $0 { true } else { false } }
          && scenario.has {
            switch $0 {
            case .sharing, .mapping(.flatMap), .combining(.switchToLatest): true
            default: false
            }
          }
      }),
    KnownDifference(
      id: "order of children", rule: "stated nowhere",
      reason: "Which of several children that have a value is served first as demand comes is stated nowhere.",
      mark: .smallest { scenario, ours, peer in
        scenario.has { if case .mapping(.flatMap) = $0 { true } else { false } }
          && ours.fails == peer.fails && ours.received.last?.step == peer.received.last?.step
          && (ours.fails || ours.received.map(\.step) == peer.received.map(\.step))
      }),
    KnownDifference(
      id: "flatMap's demand", rule: "rule 2",
      reason: "Children are asked for everything once downstream is; the peer goes on to ask for one at a time.",
      mark: .smallest { scenario, ours, peer in
        scenario.has { if case .mapping(.flatMap) = $0 { true } else { false } }
          && (ours.received == peer.received || ours.isAhead(of: peer, inAnyOrder: true) && ours.asks(atLeast: peer))
      }),
  ]
}

extension Scenario {
  func has(_ isWanted: (Stage) -> Bool) -> Bool { stages.contains(where: isWanted) }

  fileprivate var shares: Bool {
    has { if case .sharing = $0 { true } else { false } }
  }

  fileprivate var buffers: Bool {
    has { if case .sharing(.buffer) = $0 { true } else { false } }
  }

  /// Whether there may be values before the first step.
  fileprivate var hasValuesAtOnce: Bool {
    sources.contains(where: \.sendsAtOnce)
      || has {
        switch $0 {
        case .combining(.prependValues), .combining(.appendValues): true
        default: false
        }
      }
  }

  /// Whether a stage delivers at most one of upstream's values.
  fileprivate var reducesToOne: Bool {
    has {
      switch $0 {
      case .filtering(.first), .filtering(.firstWhere), .filtering(.tryFirstWhere), .filtering(.last),
        .filtering(.lastWhere), .filtering(.tryLastWhere), .reducing(.min), .reducing(.max), .reducing(.minBy),
        .reducing(.maxBy), .reducing(.tryMinBy), .reducing(.tryMaxBy):
        true
      default: false
      }
    }
  }

  fileprivate func filters(_ isWanted: (Filtering) -> Bool) -> Bool {
    has { if case .filtering(let stage) = $0 { isWanted(stage) } else { false } }
  }
}

extension Source {
  /// Whether it sends values on subscription, without a step of the timeline.
  fileprivate var sendsAtOnce: Bool {
    switch kind {
    case .scripted(let lists): lists.contains { $0.contains { !$0.isEnd } }
    case .passthrough, .fail, .empty, .deferred: false
    case .currentValue, .sequence, .just, .optional, .result, .record, .future, .extra: true
    }
  }
}

extension Trace {
  /// The index of downstream's completion.
  fileprivate var end: Int? {
    firstIndex { if case .received(let signal) = $0 { signal.isEnd } else { false } }
  }

  /// The cancelled subscriptions.
  fileprivate var cancelled: Set<[Int]> {
    Set(compactMap { if case .cancelled(let source, let number) = $0 { [source, number] } else { nil } })
  }

  fileprivate var values: [Int] {
    compactMap { if case .received(.value(let value)) = $0 { value } else { nil } }
  }

  /// Whether downstream receives at least the signals of another trace.
  fileprivate func isAhead(of other: Trace, inAnyOrder: Bool = false) -> Bool {
    guard end != nil || other.end == nil else { return false }
    guard inAnyOrder else { return values.starts(with: other.values) }
    var counts = Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    return other.values.allSatisfy { value in
      counts[value, default: 0] -= 1
      return counts[value, default: 0] >= 0
    }
  }

  fileprivate var said: [Event] {
    filter { if case .said = $0 { true } else { false } }
  }

  fileprivate var fails: Bool {
    contains { if case .received(.failure) = $0 { true } else { false } }
  }

  fileprivate var subscribed: Set<[Int]> {
    Set(compactMap { if case .subscribed(let source, let number) = $0 { [source, number] } else { nil } })
  }

  /// The subscriptions made and not cancelled.
  fileprivate var running: Set<[Int]> {
    var running: Set<[Int]> = []
    for event in self {
      switch event {
      case .subscribed(let source, let number): running.insert([source, number])
      case .cancelled(let source, let number): running.remove([source, number])
      default: break
      }
    }
    return running
  }

  /// Removes the events between sources and stages that follow the end of the stream within the same step.
  fileprivate mutating func removeTail() {
    guard let end else { return }
    let rest = self[(end + 1)...]
    let next = rest.firstIndex { if case .step = $0 { true } else { false } }
    removeSubrange((end + 1)..<(next ?? endIndex))
  }

  fileprivate mutating func removeText(where isWanted: (String) -> Bool) {
    removeAll { if case .said(_, let text) = $0 { isWanted(text) } else { false } }
  }

  /// Whether each source, or each that has not ended, gets at least the demand of another trace.
  fileprivate func asks(atLeast other: Trace, ofThoseThatRun: Bool = false) -> Bool {
    let demands = demands
    let ended = ofThoseThatRun ? self.ended : []
    return other.demands.allSatisfy {
      ended.contains($0.key) || ($0.value.count ?? .max) <= (demands[$0.key, default: .none].count ?? .max)
    }
  }

  /// The sources of which a subscription has ended.
  private var ended: Set<Int> {
    Set(compactMap { if case .ended(let source, _) = $0 { source } else { nil } })
  }

  private var demands: [Int: Amount] {
    var demands: [Int: Amount] = [:]
    var settled: Set<[Int]> = []
    for event in self {
      switch event {
      case .requested(let source, let number, let amount) where !settled.contains([source, number]):
        demands[source, default: .none] = demands[source, default: .none] + amount
      case .ended(let source, let number), .cancelled(let source, let number): settled.insert([source, number])
      default: break
      }
    }
    return demands
  }
}

extension Amount {
  fileprivate var count: Int? {
    if case .max(let count) = self { count } else { nil }
  }
}
