import StreamTesting
import Streams
import TestSupport

/// Starts a call of a bulkhead with one place that cancels itself while it is subscribed to, and another from inside
/// it.
///
/// - Returns: How many calls ran at a time, beyond one.
@Sendable func callsBesideOneCancelled(_ value: Int) -> Int {
  let bulkhead = Bulkhead(maxConcurrent: 1, maxWaiting: 1)
  let (running, most) = (Box(0), Box(0))
  let recorder = RecordingSubscriber<Int, StreamBulkheadFailure<TestError>>()
  let other = Deferred {
    most.value = max(most.value, running.increment())
    return Record<Int, TestError>(output: [value], completion: .finished).handleEnd { _ in running.update { $0 -= 1 } }
  }.bulkhead(bulkhead)
  let call = Deferred {
    most.value = max(most.value, running.increment())
    recorder.cancel()
    _ = other.record()
    running.update { $0 -= 1 }
    return Empty<Int, TestError>(completeImmediately: false)
  }.bulkhead(bulkhead)
  call.subscribe(recorder)
  return max(0, most.value - 1)
}
