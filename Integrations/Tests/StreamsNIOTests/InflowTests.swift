import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import StreamCore
import StreamTesting
import StreamsNIOParts
import Testing

@Suite("What comes in on an event loop")
struct InflowTests {
  private let dropped = NIOLockedValueBox<[Int]>([])
  private let inflow: Inflow<Int, TestError>

  init() {
    inflow = Inflow("Numbers", on: EmbeddedEventLoop()) { [dropped] n in dropped.withLockedValue { $0.append(n) } }
  }

  private func attach() -> RecordingSubscriber<Int, TestError> {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(1))
    inflow.attach(recorder, orFailWith: TestError("second"))
    return recorder
  }

  @Test("An element that waits at a cancel, or comes after it, is dropped by way of the hook")
  func dropsAfterCancel() {
    let recorder = attach()
    for n in 1...2 { inflow.offer(n) }
    recorder.cancel()
    inflow.offer(3)
    #expect(dropped.withLockedValue { $0 } == [2, 3])
    #expect(recorder.values == [1])
  }

  @Test("An element that comes after the end is dropped by way of the hook; those that wait are delivered")
  func dropsAfterEnd() {
    let recorder = attach()
    for n in 1...2 { inflow.offer(n) }
    inflow.end(.finished)
    inflow.offer(3)
    recorder.request(.max(2))
    inflow.offer(4)
    #expect(dropped.withLockedValue { $0 } == [3, 4])
    #expect(recorder.values == [1, 2])
    #expect(recorder.isFinished)
  }

  @Test("A source that has ended is released, though elements wait")
  func releasesSource() {
    weak var released: Source?
    let recorder = attach()
    do {
      let source = Source()
      released = source
      inflow.begin(with: source)
      #expect(source.pulls.withLockedValue { $0 } == 1)
    }
    for n in 1...2 { inflow.offer(n) }
    #expect(released != nil)
    inflow.end(.finished)
    #expect(released == nil)
    #expect(recorder.completions.isEmpty)
  }
}

private final class Source: InflowSource {
  let pulls = NIOLockedValueBox(0)

  func pull() {
    pulls.withLockedValue { $0 += 1 }
  }

  func stop() {}
}
