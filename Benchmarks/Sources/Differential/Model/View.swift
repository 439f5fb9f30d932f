/// An observer of a run.
enum Party: Hashable {
  case downstream
  case source(Int, subscription: Int)
  /// A stage that reports the signals passing it.
  case observer(stage: Int)
  /// The contract checker.
  case inspector
}

extension Event {
  var party: Party? {
    switch self {
    case .step: nil
    case .subscription, .received: .downstream
    case .subscribed(let source, let number), .requested(let source, let number, _), .cancelled(let source, let number),
      .ended(let source, let number):
      .source(source, subscription: number)
    case .said(let stage, _): .observer(stage: stage)
    case .broke: .inspector
    }
  }
}

/// The events seen by one party in one step of the timeline.
struct Moment: Hashable {
  let step: Int
  var events: [Event]
}

/// The events seen by each party, independent of their interleaving.
///
/// It is normalised: demand is the sum within a step, and a cancel is kept once, if the source had not ended.
struct View: Hashable {
  private(set) var moments: [Party: [Moment]] = [:]

  init(_ trace: Trace) {
    var step = -1
    var settled: Set<Party> = []
    for event in trace {
      if case .step(let number) = event { step = number }
      guard let party = event.party else { continue }
      switch event {
      case .cancelled, .ended:
        guard settled.insert(party).inserted else { continue }
      case .requested:
        if settled.contains(party) { continue }
      default: break
      }
      add(event, of: party, at: step)
    }
  }

  private mutating func add(_ event: Event, of party: Party, at step: Int) {
    guard let last = moments[party]?.indices.last, moments[party]?[last].step == step else {
      moments[party, default: []].append(Moment(step: step, events: [event]))
      return
    }
    if case .requested(let source, let number, let amount) = event {
      let earlier = moments[party]?[last].events.firstIndex { $0.requested != nil }
      if let earlier, let sum = moments[party]?[last].events[earlier].requested {
        moments[party]?[last].events[earlier] = .requested(source: source, number, sum + amount)
        return
      }
    }
    moments[party]?[last].events.append(event)
  }
}

extension Event {
  fileprivate var requested: Amount? {
    if case .requested(_, _, let amount) = self { amount } else { nil }
  }
}

extension Amount {
  package static func + (left: Amount, right: Amount) -> Amount {
    if case .max(let left) = left, case .max(let right) = right { .max(left + right) } else { .unlimited }
  }
}
