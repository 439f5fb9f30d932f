import Dispatch
import IntegrationTestSupport
import StreamCore
import StreamTesting
import Synchronization
import Testing

@testable import StreamsGRDB

/// An observation whose changes the test makes.
private final class Script: Sendable {
  private let running = Mutex<(queue: DispatchQueue, slot: ObservationSlot<Int>)?>(nil)
  let cancels = Mutex(0)

  var publisher: ObservationPublisher<Int> {
    ObservationPublisher { queue, slot in
      self.running.withLock { $0 = (queue, slot) }
      return AnyCancellable { self.cancels.withLock { $0 += 1 } }
    }
  }

  var hasStarted: Bool { running.withLock { $0 != nil } }

  /// Returns when the queue has done what it had to do.
  func onQueue(_ body: (ObservationSlot<Int>) -> Void = { _ in }) {
    guard let (queue, slot) = running.withLock({ $0 }) else { return }
    queue.sync { body(slot) }
  }
}

@Suite("What waits in an observation", .generous)
struct ObservationSlotTests {
  private let script = Script()

  private func started(demand: Subscribers.Demand) async throws -> RecordingSubscriber<Int, DatabaseFailure> {
    let recorder = script.publisher.record(demand: demand)
    try await eventually { script.hasStarted }
    return recorder
  }

  @Test("Of several changes that nobody asks for only the newest is made and delivered")
  func newest() async throws {
    let recorder = try await started(demand: .max(1))
    let made = Mutex<[Int]>([])
    script.onQueue { $0.change { 1 } }
    #expect(recorder.values == [1])
    for n in 2...4 {
      script.onQueue { slot in
        slot.change {
          made.withLock { $0.append(n) }
          return n
        }
      }
    }
    #expect(recorder.values == [1])
    #expect(made.withLock { $0 } == [])
    recorder.request(.max(5))
    script.onQueue()
    #expect(recorder.values == [1, 4])
    #expect(made.withLock { $0 } == [4])
    script.onQueue { $0.change { 5 } }
    #expect(recorder.values == [1, 4, 5])
  }

  @Test("A failure is delivered at once, without a demand, in place of the value that waits")
  func failure() async throws {
    let recorder = try await started(demand: .max(1))
    script.onQueue { $0.change { 1 } }
    script.onQueue { $0.change { 2 } }
    script.onQueue { $0.fail(TestError("lost")) }
    #expect(recorder.values == [1])
    #expect(recorder.failure?.underlying as? TestError == TestError("lost"))
    #expect(script.cancels.withLock { $0 } == 1)
    script.onQueue { $0.change { 3 } }
    recorder.request(.unlimited)
    script.onQueue()
    #expect(recorder.values == [1])
  }

  @Test("A value whose making fails ends the stream, and one that is cancelled in its making is not delivered")
  func making() async throws {
    let recorder = try await started(demand: .unlimited)
    script.onQueue { slot in
      slot.change {
        recorder.cancel()
        return 1
      }
    }
    #expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    #expect(script.cancels.withLock { $0 } == 1)
  }

  @Test("A cancel releases the value that waits")
  func cancelReleases() async throws {
    let recorder = try await started(demand: .max(1))
    script.onQueue { $0.change { 1 } }
    weak var released: ReleaseToken?
    do {
      let token = ReleaseToken()
      released = token
      script.onQueue { $0.change { token.pass(2) } }
    }
    #expect(released != nil)
    recorder.cancel()
    #expect(released == nil)
  }
}
