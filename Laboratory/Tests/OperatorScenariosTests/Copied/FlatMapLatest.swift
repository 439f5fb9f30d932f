// Copied from the laboratory. COPY_TESTS=1 swift test --filter CopiedTests copies it anew.
// swift-format-ignore-file
import StreamTesting
import Streams
import Testing

@Test("flatMapLatest(_:)")
func flatMapLatestScenario() {
  let scheduler = TestScheduler()
  let a = scheduler.publisher("--1--2--3|", failure: MarbleFailure(), value: { $0.wholeNumberValue ?? 0 })
  let b = scheduler.publisher("-4--5|", failure: MarbleFailure(), value: { $0.wholeNumberValue ?? 0 })
  marbles("-a--b-------|", value: { "\($0)" }, scheduler: scheduler, limit: 40) { upstream in
    upstream.flatMapLatest { name in name == "a" ? a : b }
  }
  .expect("---1-4--5---|")
}
