import StreamCore
import StreamSubjects
import TestSupport
import Testing

/// They need the trait `CountStreams`, with which `.ci/run` runs the tests under the thread sanitizer.
@Suite("Subjects leave nothing behind", .enabled(if: LivingStreams.isCounting))
struct SubjectsReleasedTests {
  struct Sent: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> AnySubject<Int, TestError>

    init<S: Subject<Int, TestError> & SendableMetatype>(_ name: String, _ make: @escaping @Sendable () -> S) {
      (testDescription, self.make) = (name, { AnySubject(make()) })
    }
  }

  static let subjects = [
    Sent("PassthroughSubject") { PassthroughSubject() },
    Sent("CurrentValueSubject") { CurrentValueSubject(0) },
    Sent("ReplaySubject") { ReplaySubject(maxBufferSize: 2) },
    Sent("LastValueSubject") { LastValueSubject() },
    Sent("BroadcastSubject") { BroadcastSubject(bufferSize: 2, whenFull: .dropOldest) },
  ]

  // Case XA-387.
  @Test("No subject leaves a stream behind, however its subscriptions end", arguments: subjects)
  func releasesAll(sent: Sent) {
    for end in ["a finish", "a failure", "a cancel"] {
      expectNoLeaks {
        let subject = sent.make()
        let cancellables = (0..<2).map { _ in subject.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) }
        subject.send(1)
        switch end {
        case "a finish": subject.send(completion: .finished)
        case "a failure": subject.send(completion: .failure(TestError()))
        default: for cancellable in cancellables { cancellable.cancel() }
        }
      }
    }
  }
}
