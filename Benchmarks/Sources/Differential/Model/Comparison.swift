/// The result of comparing the two traces of a scenario.
package enum Verdict: Hashable, Sendable {
  case agreement
  /// They differ in a documented way.
  case explained(KnownDifference.ID)
  case disagreement
}

extension Scenario {
  /// Runs it with both, and compares.
  package func verdict(_ ours: some Runner, _ peer: some Runner) -> Verdict {
    let first = firstVerdict(ours, peer)
    guard first == .disagreement, isRight(ours) else { return first }
    let smallest = shrunk(ours, peer)
    let traces = (ours.trace(of: smallest), peer.trace(of: smallest))
    guard smallest.isRight(traces.0) else { return .disagreement }
    for difference in KnownDifference.decided {
      if case .smallest(let isKnown) = difference.mark, isKnown(smallest, traces.0, traces.1) {
        return .explained(difference.id)
      }
    }
    return .disagreement
  }

  /// The smallest scenario derived from this one on which the two disagree, or on which ours is wrong.
  package func shrunk(_ ours: some Runner, _ peer: some Runner) -> Scenario {
    isRight(ours) ? shrunk { $0.firstVerdict(ours, peer) == .disagreement } : shrunk { !$0.isRight(ours) }
  }

  /// The verdict from the traces alone.
  private func firstVerdict(_ ours: some Runner, _ peer: some Runner) -> Verdict {
    var (ours, peer) = (ours.trace(of: self), peer.trace(of: self))
    guard isRight(ours) else { return .disagreement }
    if exceedsPeer || ours == peer { return .agreement }
    if peer.hasBreach { return .explained(KnownDifference.contract.id) }
    if View(ours) == View(peer) { return .explained(KnownDifference.order.id) }
    var last = KnownDifference.order.id
    for difference in KnownDifference.forgiven {
      guard case .forgiven(let forgive) = difference.mark else { continue }
      let before = (ours, peer)
      forgive(self, &ours, &peer)
      if before != (ours, peer) { last = difference.id }
      if View(ours) == View(peer) { return .explained(last) }
    }
    return .disagreement
  }

  private func isRight(_ ours: some Runner) -> Bool { isRight(ours.trace(of: self)) }

  /// Whether the rules were kept, and downstream received the signals that follow from the script.
  package func isRight(_ trace: Trace) -> Bool {
    if trace.hasBreach { return false }
    return needsArrayModel ? ArrayModel.accepts(trace, of: self) : expectation?.accepts(trace) ?? true
  }
}
