import StreamSharing
import StreamSubjects
import TestSupport
import Testing

@Suite("The contract of the subjects")
struct ContractTests {
  /// Subjects while they are live, each fed by upstream, and under the name of its type.
  static let specimens: [Specimen] = subjects + topics + relays

  private static let subjects: [Specimen] =
    [
      live("ReplaySubject") { ReplaySubject(maxBufferSize: 3) },
      live("LastValueSubject") { LastValueSubject() },
      live("AnySubject") { PassthroughSubject<Int, TestError>().eraseToAnySubject() },
      live("AnySubject", form: "of a LastValueSubject") { LastValueSubject<Int, TestError>().eraseToAnySubject() },
      live("BroadcastSubject") { BroadcastSubject(bufferSize: 2, whenFull: .suspend) },
    ]
    + losingPolicies.map { name, policy in
      live("BroadcastSubject", form: name) { BroadcastSubject(bufferSize: 2, whenFull: policy) }
    }
    + losingPolicies.map { name, policy in
      Specimen("BroadcastBranchPublisher", form: name, [.shares, .pacedByDemand]) { upstream, _ in
        let subject = BroadcastSubject<Int, TestError>(bufferSize: 9, whenFull: .suspend)
        return upstream.multicast(
          subject: AdaptedSubject(subject.publisher(bufferSize: 1, whenFull: policy)) {
            subject.send($0)
          } end: {
            subject.send(completion: $0)
          }
        ).autoconnect()
      }
    }

  private static let topics: [Specimen] = [
    Specimen("KeyedTopicPublisher", [.shares, .pacedByDemand]) { upstream, _ in
      let subject = KeyedSubject<Int, Int, TestError>(replay: 1)
      return upstream.multicast(
        subject: AdaptedSubject(subject[0]) {
          subject.send($0, to: 0)
        } end: {
          subject.send(completion: $0)
        }
      ).autoconnect()
    },
    Specimen("KeyedTopicsPublisher", [.shares, .pacedByDemand]) { upstream, _ in
      let subject = KeyedSubject<Int, Int, TestError>()
      return upstream.multicast(
        subject: AdaptedSubject(Publishers.Map(upstream: subject.all) { $0.value }) {
          subject.send($0, to: $0 % 3)
        } end: {
          subject.send(completion: $0)
        }
      ).autoconnect()
    },
  ]

  private static let relays: [Specimen] = [
    live("PassthroughRelay") { RelaySubject(PassthroughRelay()) },
    live("CurrentValueRelay") { RelaySubject(CurrentValueRelay(0)) },
    live("ReplayRelay") { RelaySubject(ReplayRelay(maxBufferSize: 3)) },
  ]

  private static func live<S: Subject & SendableMetatype>(
    _ type: String, form: String = "", _ makeSubject: @escaping @Sendable () -> S
  ) -> Specimen where S.Output == Int, S.Failure == TestError {
    Specimen(type, form: form, [.shares, .pacedByDemand]) { upstream, token in
      upstream.multicast { token.pass(makeSubject()) }.autoconnect()
    }
  }

  private static func live<R: Relay & Sendable>(
    _ type: String, _ makeSubject: @escaping @Sendable () -> RelaySubject<R>
  ) -> Specimen where R.Output == Int {
    Specimen(type, [.shares, .pacedByDemand], onFailure: .recovers) { upstream, token in
      upstream.unfailing().multicast { token.pass(makeSubject()) }.autoconnect()
    }
  }

  @Test("Every live subject keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("Every public publisher of the family is in the list, or has a test of its own below")
  func listIsComplete() throws {
    let tested: Set = ["Property"]
    #expect(try PublicOperators(ofFamily: "Subjects").types == tested.union(Self.specimens.map(\.method)))
  }

  @Test("A subject that has ended keeps every rule for those who come late")
  func replay() {
    let violations = verifyContract(traits: .shares) {
      let subject = ReplaySubject<Int, TestError>(maxBufferSize: 3)
      for value in 1...4 { subject.send(value) }
      subject.send(completion: .finished)
      return subject
    }
    expectEqual(violations, [])
  }

  @Test("A subject whose subscribers have queues keeps every rule for those who come late")
  func broadcast() {
    let violations = verifyContract(traits: .shares) {
      let subject = BroadcastSubject<Int, TestError>(bufferSize: 3, whenFull: .suspend)
      subject.send(completion: .finished)
      return subject.publisher(bufferSize: 1, whenFull: .dropNewest)
    }
    expectEqual(violations, [])
  }

  @Test("The topics of a subject that has ended keep every rule")
  func topics() {
    let violations = verifyContract(traits: .shares) {
      let subject = KeyedSubject<Int, Int, TestError>(replay: 1)
      subject.send(1, to: 1)
      subject.send(completion: .failure(TestError()))
      return subject[1]
    }
    expectEqual(violations, [])
  }

  @Test("A property that has ended, and one that is derived from it, keep every rule", arguments: 0..<5)
  func properties(kind: Int) {
    let violations = verifyContract(traits: kind == 1 ? .shares : []) {
      let constant = Property(1)
      return switch kind {
      case 0: constant
      case 1: Property(initial: 1, then: Just(2))
      case 2: constant.map { $0 + 1 }.removingDuplicates()
      case 3: constant.combined(with: Property(2)).map { $0.0 + $0.1 }
      default: constant.flatMap { Property($0 + 1) }
      }
    }
    expectEqual(violations, [])
  }

  @Test("A run of an action keeps every rule, and so does one that replaces others")
  func runs() {
    for concurrency in [StreamActionConcurrency.concurrent(.max), .latest] {
      let specimen = ContractSpecimen("callAsFunction(_:)", form: "\(concurrency)") { upstream, token in
        let upstream = Publishers.Map(upstream: upstream) { token.pass($0) }.eraseToAnyPublisher()
        return Action<Int, Int, TestError>(concurrency: concurrency) { _ in upstream }(0)
      }
      expectEqual(verifyContract(of: specimen), [])
    }
  }
}
