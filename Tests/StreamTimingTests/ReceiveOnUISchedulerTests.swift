import Dispatch
import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("receive(on: UIScheduler.shared)", .timeLimit(.generous))
struct ReceiveOnUISchedulerTests {
  // Case XA-354.
  @Test("Delivers what comes from the main queue at once, and the end with it")
  func onMainQueue() async {
    // Other tests may use this scheduler, too: then it takes a while until nothing waits.
    var isDelivered = false
    while !isDelivered {
      isDelivered = await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          let recorder = Just(1).receive(on: UIScheduler.shared).record()
          continuation.resume(returning: recorder.values == [1] && recorder.isFinished)
        }
      }
    }
    expect(isDelivered)
  }
}
