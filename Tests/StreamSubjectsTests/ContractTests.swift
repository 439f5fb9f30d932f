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
}
