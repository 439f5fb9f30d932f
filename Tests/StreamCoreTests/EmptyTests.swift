import StreamCore
import TestSupport
import Testing

@Suite("Empty")
struct EmptyTests {
  @Test("Finishes at once, without demand")
  func finishesWithoutDemand() {
    let recorder = Empty<String, Never>().record(demand: .none)
    expectEqual(recorder.events, [.subscription("Empty"), .finished])
  }

  @Test("Never finishes with completeImmediately: false, whatever is requested")
  func neverFinishes() {
    let recorder = Empty<String, TestError>(completeImmediately: false).record()
    recorder.request(.max(1))
    expectEqual(recorder.events, [.subscription("Empty")])
    recorder.cancel()
    expectEqual(recorder.events, [.subscription("Empty")])
  }

  @Test("Types may be given as arguments")
  func typeArguments() {
    let publisher = Empty(outputType: Int.self, failureType: TestError.self)
    expect(publisher.completeImmediately)
    expect(publisher.record().isFinished)
    expect(!Empty(completeImmediately: false, outputType: Int.self, failureType: TestError.self).completeImmediately)
  }

  @Test("Two are equal if both complete immediately, or neither does")
  func equality() {
    #expect(Empty<Int, Never>() == Empty(completeImmediately: true))
    #expect(Empty<Int, Never>() != Empty(completeImmediately: false))
  }

  @Test("A cancel on another thread and the end exclude each other")
  func cancelledMeanwhile() {
    for _ in 0..<200 {
      let recorder = RecordingSubscriber<Int, Never>(demand: .none)
      concurrently(2) { thread in
        if thread == 0 { return Empty<Int, Never>().subscribe(recorder) }
        while recorder.subscription == nil {}
        recorder.cancel()
      }
      expect(recorder.events.first == .subscription("Empty") && recorder.events.count <= 2)
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("Neither form retains a subscriber that keeps its subscription", arguments: [true, false])
  func release(completes: Bool) {
    weak var recorder: RecordingSubscriber<Int, Never>?
    do {
      recorder = Empty<Int, Never>(completeImmediately: completes).record()
    }
    expect(recorder == nil)
  }
}
