/// Who sees something of a run.
enum Party: Hashable {
  case downstream
  case source(Int, subscription: Int)
  /// The stages that tell what passes.
  case observers
}

extension Event {
  var party: Party? {
    switch self {
    case .step: nil
    case .subscription, .received: .downstream
    case .subscribed(let source, let number), .requested(let source, let number, _), .cancelled(let source, let number):
      .source(source, subscription: number)
    case .said, .broke: .observers
    }
  }
}

/// What one party sees in one step of the timeline.
struct Moment: Hashable {
  let step: Int
  var events: [Event]
}

/// What each party sees of a run, whatever the others see meanwhile.
struct View: Hashable {
  private(set) var moments: [Party: [Moment]] = [:]

  init(_ trace: Trace) {
    var step = -1
    for event in trace {
      if case .step(let number) = event { step = number }
      guard let party = event.party else { continue }
      var seen = moments[party] ?? []
      if let last = seen.last, last.step == step {
        seen[seen.count - 1].events.append(event)
      } else {
        seen.append(Moment(step: step, events: [event]))
      }
      moments[party] = seen
    }
  }

  /// The view of some of the parties.
  func only(_ isWanted: (Party) -> Bool) -> View {
    var view = self
    view.moments = moments.filter { isWanted($0.key) }
    return view
  }
}
