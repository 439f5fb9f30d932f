import StreamSubjects
import TestSupport
import Testing

@Suite("The contract of the subjects")
struct ContractTests {
  @Test("A subject that has ended keeps every rule for those who come late")
  func replay() {
    let violations = verifyContract(traits: .shares) {
      let subject = ReplaySubject<Int, TestError>(maxBufferSize: 3)
      for value in 1...4 { subject.send(value) }
      subject.send(completion: .finished)
      return subject
    }
    #expect(violations == [])
  }

  @Test("A subject whose subscribers have queues keeps every rule for those who come late")
  func broadcast() {
    let violations = verifyContract(traits: .shares) {
      let subject = BroadcastSubject<Int, TestError>(bufferSize: 3, whenFull: .suspend)
      subject.send(completion: .finished)
      return subject.publisher(bufferSize: 1, whenFull: .dropNewest)
    }
    #expect(violations == [])
  }

  @Test("The topics of a subject that has ended keep every rule")
  func topics() {
    let violations = verifyContract(traits: .shares) {
      let subject = KeyedSubject<Int, Int, TestError>(replay: 1)
      subject.send(1, to: 1)
      subject.send(completion: .failure(TestError()))
      return subject[1]
    }
    #expect(violations == [])
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
    #expect(violations == [])
  }

  @Test("A run of an action keeps every rule, and so does one that replaces others")
  func runs() {
    for concurrency in [StreamActionConcurrency.concurrent(.max), .latest] {
      let specimen = ContractSpecimen("callAsFunction(_:)", form: "\(concurrency)") { upstream, token in
        let upstream = Publishers.Map(upstream: upstream) { token.pass($0) }.eraseToAnyPublisher()
        return Action<Int, Int, TestError>(concurrency: concurrency) { _ in upstream }(0)
      }
      #expect(verifyContract(of: specimen) == [])
    }
  }
}
