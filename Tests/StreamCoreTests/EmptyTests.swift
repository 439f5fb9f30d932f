import StreamCore
import TestSupport
import Testing

@Suite("Empty (P-04)")
struct EmptyTests {
  @Test("Finishes at once, without demand (A-025)")
  func finishesWithoutDemand() {
    let recorder = Empty<String, Never>().record(demand: .none)
    #expect(recorder.events == [.subscription("Empty"), .finished])
  }

  @Test("Never finishes if told so, whatever is asked (A-026)")
  func neverFinishes() {
    let recorder = Empty<String, TestError>(completeImmediately: false).record()
    recorder.request(.max(1))
    #expect(recorder.events == [.subscription("Empty")])
    recorder.cancel()
    #expect(recorder.events == [.subscription("Empty")])
  }

  @Test("Types may be given as arguments")
  func typeArguments() {
    let publisher = Empty(outputType: Int.self, failureType: TestError.self)
    #expect(publisher.completeImmediately)
    #expect(publisher.record().isFinished)
    #expect(!Empty(completeImmediately: false, outputType: Int.self, failureType: TestError.self).completeImmediately)
  }

  @Test("Two are equal if both finish, or neither")
  func equality() {
    #expect(Empty<Int, Never>() == Empty(completeImmediately: true))
    #expect(Empty<Int, Never>() != Empty(completeImmediately: false))
  }

  @Test("Neither form keeps a subscriber that keeps its subscription", arguments: [true, false])
  func release(completes: Bool) {
    weak var recorder: RecordingSubscriber<Int, Never>?
    do {
      recorder = Empty<Int, Never>(completeImmediately: completes).record()
    }
    #expect(recorder == nil)
  }
}
