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

  @Test("The hub of a subject that has been released is not found under its address")
  func hubs() {
    inspected {
      for _ in 0..<200 { _ = PassthroughSubject<Int, Never>().sink { _ in } }
    } _: { _, _ in
      let subject = PassthroughSubject<Int, Never>()
      expect(EdgeRegistry.shared.hubs[address(of: subject)] == nil)
    }
  }
}

private let sendingSubjects: [@Sendable () -> any Subject<Int, Never> & Sendable] = [
  { PassthroughSubject() }, { CurrentValueSubject(0) }, { ReplaySubject(maxBufferSize: 1) }, { BroadcastSubject() },
]
