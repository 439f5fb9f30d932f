/// What the traces of one scenario say of the two that played it.
package enum Verdict: Hashable, Sendable {
  case agreement
  /// They differ where it is known, and stated, that they do.
  case explained(KnownDifference.ID)
  case disagreement
}

extension Scenario {
  /// Plays it twice, and compares.
  package func verdict(_ ours: some Runner, _ peer: some Runner) -> Verdict {
    let first = firstVerdict(ours, peer)
    guard first == .disagreement else { return first }
    let smallest = shrunk(ours, peer)
    let traces = (ours.trace(of: smallest), peer.trace(of: smallest))
    guard !traces.0.hasBreach else { return .disagreement }
    for difference in KnownDifference.decided {
      if case .smallest(let isKnown) = difference.mark, isKnown(smallest, traces.0, traces.1) {
        return .explained(difference.id)
      }
    }
    return .disagreement
  }

  /// The smallest scenario within this one on which the two disagree.
  package func shrunk(_ ours: some Runner, _ peer: some Runner) -> Scenario {
    shrunk { $0.firstVerdict(ours, peer) == .disagreement }
  }

  /// The verdict from the traces alone.
  private func firstVerdict(_ ours: some Runner, _ peer: some Runner) -> Verdict {
    var (ours, peer) = (ours.trace(of: self), peer.trace(of: self))
    if ours.hasBreach { return .disagreement }
    if needsModel { return ArrayModel.accepts(ours, of: self) ? .agreement : .disagreement }
    if ours == peer { return .agreement }
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
}
