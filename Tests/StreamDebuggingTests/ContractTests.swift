import StreamCore
import StreamDebugging
import TestSupport
import Testing

@Suite("The contract of the debugging operators")
struct ContractTests {
  static let specimens = [
    Specimen("print(_:to:)") { upstream, token in
      upstream.print("p", to: Lines { _ in token.pass(()) })
    },
    Specimen("handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)") {
      upstream, token in
      upstream.handleEvents(
        receiveSubscription: { _ in token.pass(()) }, receiveOutput: { _ in token.pass(()) },
        receiveCompletion: { _ in token.pass(()) }, receiveCancel: { token.pass(()) },
        receiveRequest: { _ in token.pass(()) })
    },
    Specimen("handleEnd(_:)") { upstream, token in upstream.handleEnd { _ in token.pass(()) } },
    Specimen("breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)", .stateless) { upstream, token in
      upstream.breakpoint(receiveOutput: { _ in token.pass(false) })
    },
  ]

  @Test("Every operator of the family keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("Closures and downstream are released though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: Specimen) {
    expectEqual(faultsUnderKeepingUpstream(of: specimen), [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    // It stops the program at the failures that the contract suite sends; it is a breakpoint with a closure of its own.
    let gaps = try PublicOperators(ofFamily: "Debugging").gaps(in: Self.specimens, besides: ["breakpointOnError()"])
    expectEqual(gaps, [])
  }
}
