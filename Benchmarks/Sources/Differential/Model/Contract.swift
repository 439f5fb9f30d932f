/// The rules of publishers that a subscriber can check. A library that breaks one is wrong, whatever the other does.
package enum Breach: String, Hashable, Sendable {
  case signalBeforeSubscription = "a signal before the subscription"
  case secondSubscription = "a second subscription"
  case valueBeyondDemand = "a value without demand"
  case signalAfterEnd = "a signal after the end"
  case signalAfterCancel = "a signal after the cancel"
  case signalInsideSignal = "a signal while another is delivered"
  case wrongDemand = "a demand that its class excludes, to its upstream"
  case wrongRelease = "a release of what it uses that is early, missing or repeated"
  case requestOfNothing = "a request of nothing, from the stage behind it"
}

extension Sequence<Event> {
  /// Whether a stage broke a rule.
  var hasBreach: Bool {
    contains { event in
      if case .broke = event { true } else { false }
    }
  }
}

/// The position of a publisher in a scenario.
package enum Place: Hashable, Sendable, CustomStringConvertible {
  case source(Int)
  case stage(Int)

  package var description: String {
    switch self {
    case .source(let index): "source \(index)"
    case .stage(let index): "stage \(index)"
    }
  }
}
