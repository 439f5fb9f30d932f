import StreamSubjects
import TestSupport
import Testing

@Suite("AnySubject")
struct AnySubjectTests {
  // Case XA-013
  @Test("Forwards to the subject, whose value a new subscriber gets")
  func forwards() {
    let subject = CurrentValueSubject<Int, TestError>(0)
    let erased = subject.eraseToAnySubject()
    let recorders = [erased.record(), subject.record()]
    erased.send(1)
    erased.send(completion: .failure(TestError()))
    for recorder in recorders {
      expectEqual(recorder.values, [0, 1])
      expectEqual(recorder.failure, TestError())
    }
  }

  // Case XA-014
  @Test("Its release releases the subject")
  func releases() {
    weak var subject: CurrentValueSubject<Int, Never>?
    do {
      let new = CurrentValueSubject<Int, Never>(0)
      subject = new
      let erased = AnySubject(new)
      let recorder = erased.record()
      recorder.cancel()
      expectEqual(recorder.values, [0])
    }
    expect(subject == nil)
  }

  @Test("Erased twice it is the same box")
  func twice() {
    let erased = PassthroughSubject<Int, Never>().eraseToAnySubject()
    expect(erased.eraseToAnySubject() === erased)
    let again = AnySubject(erased)
    let recorder = again.record()
    erased.send(1)
    expectEqual(recorder.values, [1])
  }

  @Test("Passes an upstream on, and its demand")
  func upstream() {
    let upstream = ScriptedPublisher<Int, Never>()
    let erased = PassthroughSubject<Int, Never>().eraseToAnySubject()
    let connection = upstream.subscribe(erased)
    expectEqual(upstream.requests, [])
    let recorder = erased.record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    upstream.send(2)
    expectEqual(recorder.values, [1])
    withExtendedLifetime(connection) {}
  }

  @Test("What feeds an erased subject retains the erasure, which nothing else may")
  func fed() {
    let source = PassthroughSubject<Int, Never>()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.record()
    let feeding = source.subscribe(subject.eraseToAnySubject())
    source.send(1)
    expectEqual(recorder.values, [1])
    feeding.cancel()
  }
}
