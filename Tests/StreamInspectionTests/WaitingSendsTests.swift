import StreamCore
import StreamSubjects
import TestSupport
import Testing

@testable import StreamInspection

extension InspectorTests {
  @Test("A snapshot has the sends that wait for the thread that delivers", arguments: sendingSubjects.indices)
  func waitingSends(of kind: Int) throws {
    let subject = sendingSubjects[kind]()
    let seen = Box<StreamSnapshot?>(nil)
    try inspected {
      subject.sink { value in
        guard value == 1 else { return }
        for number in 2...4 { subject.send(number) }
        seen.value = StreamInspector.snapshot(at: now(), findsLines: false)
      }
    } _: { before, _ in
      let pipeline = try #require(before.pipelines.first)
      expectEqual(pipeline.stages.map(\.waitingSends), [0])
      subject.send(1)
      var during = try #require(seen.value)
      during.pipelines.removeAll { $0.id != pipeline.id }
      expectEqual(during.pipelines.first?.stages.map(\.waitingSends), [3])
      expect("\(during)".contains("Subject: 3 sends wait\n"), "\(during)")
    }
  }

  @Test("Subscribers that come and go during a delivery are no sends")
  func otherWork() throws {
    let subject = PassthroughSubject<Int, Never>()
    let seen = Box<StreamSnapshot?>(nil)
    try inspected {
      subject.sink { _ in
        for _ in 0..<3 { subject.sink { _ in }.cancel() }
        subject.send(completion: .finished)
        seen.value = StreamInspector.snapshot(at: now(), findsLines: false)
      }
    } _: { before, _ in
      let pipeline = try #require(before.pipelines.first)
      subject.send(1)
      let during = try #require(seen.value).pipelines.first { $0.id == pipeline.id }
      expectEqual(during?.stages.map(\.waitingSends), [1])
    }
  }

  @Test("The subjects that have been released are forgotten")
  func released() {
    let kept = PassthroughSubject<Int, Never>()
    inspected {
      for _ in 0..<1_000 { _ = PassthroughSubject<Int, Never>().sink { _ in } }
      return kept.sink { _ in }
    } _: { _, _ in
      expectEqual(EdgeRegistry.shared.waitingSends[address(of: kept)], 0)
      // Other tests have living subjects, too, if the inspector is armed for all.
      expect(EdgeRegistry.shared.hubCount < 500 || StreamInspector.isArmed, "\(EdgeRegistry.shared.hubCount)")
    }
  }
}

private let sendingSubjects: [@Sendable () -> any Subject<Int, Never> & Sendable] = [
  { PassthroughSubject() }, { CurrentValueSubject(0) }, { ReplaySubject(maxBufferSize: 1) }, { BroadcastSubject() },
]
