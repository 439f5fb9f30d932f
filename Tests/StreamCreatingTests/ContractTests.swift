import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("The contract of sources and of what repeats them")
struct ContractTests {
  static let specimens = [
    Specimen("repeated(_:)") { upstream, _ in upstream.repeated(1) },
    Specimen("repeated(while:)") { upstream, token in upstream.repeated { _ in token.pass(false) } },
  ]

  @Test("Every operator of the family keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("Closures and downstream are released though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: Specimen) {
    #expect(faultsUnderKeepingUpstream(of: specimen) == [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    #expect(specimen.heldByWaitingUpstream() == [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    #expect(try PublicOperators(ofFamily: "Creating").methods == Set(Self.specimens.map(\.method)))
  }

  @Test("Sources that compute or hold several values keep the contract of signals")
  func sources() {
    #expect(
      verifyContract {
        Publishers.unfold(1) { number -> Int? in
          defer { number += 1 }
          return number < 9 ? number : nil
        }
      }.isEmpty)
    #expect(verifyContract { Publishers.generate(1, while: { $0 < 100 }) { $0 * 2 } }.isEmpty)
    #expect(verifyContract { Publishers.of(1, 2, 3) }.isEmpty)
    #expect(verifyContract { Publishers.range(1, count: 5) }.isEmpty)
    #expect(verifyContract { Publishers.repeating(1, count: 5) }.isEmpty)
    #expect(
      verifyContract {
        Publishers.using {
          1
        } release: { _ in
        } _: {
          Publishers.range($0, count: 5)
        }
      }.isEmpty)
    #expect(verifyContract { Publishers.range(1, count: 5).repeated(2) }.isEmpty)
  }
}
