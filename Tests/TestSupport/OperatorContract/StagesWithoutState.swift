public import StreamTesting

/// The operators without state: they hand the upstream subscription on, and what they retain lives as long as their
/// upstream retains them (rule 7), as in Combine.
public let stagesWithoutState: Set<String> = [
  "assertNoFailure(_:file:line:)", "breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)",
  "compactMap(_:)", "compactMapMany(_:)", "compacted()", "failures()", "filter(_:)", "filterMany(_:)",
  "eraseFailure()", "ignoreFailure(completeImmediately:fileID:line:)", "ignoreOutput()", "inputs()", "map(_:)",
  "map(_:_:)",
  "map(_:_:_:)", "mapError(_:)", "mapMany(_:)", "mapToValue(_:)", "mapToVoid()", "negate()", "replaceNil(with:)",
  "setFailureType(to:)", "setOutputType(to:)", "taggingFailures(_:fileID:line:)", "timestamped(by:)", "toggle()",
  "values()",
]

/// Finds what an operator retains or does after its end if its upstream retains the subscriber for ever: a stage with
/// state must release everything and ignore signals; a stage without would not be on the list if it did.
public func faultsUnderKeepingUpstream(of specimen: ContractSpecimen) -> [String] {
  let held = specimen.heldByKeepingUpstream()
  guard stagesWithoutState.contains(specimen.method) else {
    // They request another value for each one that they leave out, even after the end: the stage that does so has no
    // state.
    return ["single(where:)", "then(maxDemand:_:)"].contains(specimen.method) ? held : held + specimen.answersAfterEnd()
  }
  return held.isEmpty ? ["\(specimen) is no exception to rule 7."] : []
}
