/// What the traces of one scenario say of the two that played it.
public enum Verdict: Hashable, Sendable {
  case agreement
  /// They differ where it is known, and stated, that they do.
  case explained(KnownDifference.ID)
  case disagreement
}

extension Scenario {
  public func verdict(_ ours: Trace, _ peer: Trace) -> Verdict {
    if ours.hasBreach { return .disagreement }
    if ours == peer { return .agreement }
    for difference in KnownDifference.all where difference.explains(self, ours, peer) { return .explained(difference.id) }
    return .disagreement
  }

  /// Plays it twice.
  public func verdict(_ ours: some Runner, _ peer: some Runner) -> Verdict {
    verdict(ours.trace(of: self), peer.trace(of: self))
  }
}
