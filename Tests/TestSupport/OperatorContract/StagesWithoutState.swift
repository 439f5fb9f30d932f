public import StreamTesting

/// The operators that hold no state: they hand the upstream's subscription on, and what they hold lives as long as their
/// upstream keeps them (rule 7), as in Combine.
public let stagesWithoutState: Set<String> = [
  "assertNoFailure(_:file:line:)", "breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)",
  "compactMap(_:)", "filter(_:)", "ignoreOutput()", "map(_:)", "map(_:_:)", "map(_:_:_:)", "mapError(_:)",
  "replaceNil(with:)", "setFailureType(to:)",
]

/// What is wrong with what an operator holds and does after its end, if its upstream keeps the subscriber for ever: a stage
/// with state releases everything and ignores what comes, and one without would not be on the list if it did.
public func faultsUnderKeepingUpstream(of specimen: ContractSpecimen) -> [String] {
  let held = specimen.heldByKeepingUpstream()
  guard stagesWithoutState.contains(specimen.method) else {
    // `then` asks for another with each value that it ignores, in time or not: no state tells it which.
    return specimen.method == "then(maxDemand:_:)" ? held : held + specimen.answersAfterEnd()
  }
  return held.isEmpty ? ["\(specimen) is no exception to rule 7."] : []
}
