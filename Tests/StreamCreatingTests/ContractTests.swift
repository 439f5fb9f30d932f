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
    expectEqual(faultsUnderKeepingUpstream(of: specimen), [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    expectEqual(try PublicOperators(ofFamily: "Creating").methods, Set(Self.specimens.map(\.method)))
  }

  @Test("Sources that compute or hold several values keep the contract of signals")
  func sources() {
    expect(
      verifyContract {
        Publishers.unfold(1) { number -> Int? in
          defer { number += 1 }
          return number < 9 ? number : nil
        }
      }.isEmpty)
    expect(verifyContract { Publishers.generate(1, while: { $0 < 100 }) { $0 * 2 } }.isEmpty)
    expect(verifyContract { Publishers.of(1, 2, 3) }.isEmpty)
    expect(verifyContract { Publishers.range(1, count: 5) }.isEmpty)
    expect(verifyContract { Publishers.repeating(1, count: 5) }.isEmpty)
    expect(
      verifyContract {
        Publishers.using {
          1
        } release: { _ in
        } _: {
          Publishers.range($0, count: 5)
        }
      }.isEmpty)
    expect(verifyContract { Publishers.range(1, count: 5).repeated(2) }.isEmpty)
  }

  @Test(
    "Sources that send keep the contract of signals",
    arguments: losingPolicies)
  func sending(name: String, whenFull: StreamOverflowPolicy<TestError>) {
    expect(
      verifyContract {
        AnyPublisher<Int, TestError>.create(bufferSize: 9, whenFull: whenFull) { emitter in
          for value in 1...9 { emitter.send(value) }
          emitter.send(completion: .finished)
          return AnyCancellable {}
        }
      }.isEmpty)
    // The excess is dropped, or fails the stream: how much that is depends on the requests.
    expect(
      verifyContract(traits: .pacedByDemand) {
        AnyPublisher<Int, TestError>.create(bufferSize: 2, whenFull: whenFull) { emitter in
          for value in 1...9 { emitter.send(value) }
          emitter.send(completion: .failure(TestError()))
          return AnyCancellable {}
        }
      }.isEmpty)
  }

  @Test("A source that sends what is asked for keeps the contract of signals")
  func suspending() {
    expect(
      verifyContract {
        AnyPublisher<Int, TestError>.create(bufferSize: 2, whenFull: .suspend) { emitter in
          let next = Box(1)
          emitter.onDemand { demand in
            for _ in 0..<min(demand.max ?? 9, 9) {
              let value = next.update { next in
                defer { next += 1 }
                return next
              }
              if value < 9 { emitter.send(value) } else { emitter.send(completion: .finished) }
            }
          }
          return AnyCancellable {}
        }
      }.isEmpty)
  }

  @Test("Callbacks, which never end, keep the contract of signals")
  func callbacks() {
    // More than the check asks for.
    expect(
      verifyContract(interval: 0.01) {
        Publishers.handlers { (callback: @escaping @Sendable (Int) -> Void) in
          for value in 1...30 { callback(value) }
          return 0
        } remove: { _ in
        }
      }.isEmpty)
  }

  @Test("A source that never signals keeps the contract of signals")
  func never() {
    expect(verifyContract(interval: 0.01) { Empty<Int, TestError>.never }.isEmpty)
  }
}
