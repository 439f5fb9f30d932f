// Copied from the laboratory. COPY_TESTS=1 swift test --filter CopiedTests copies it anew.
// swift-format-ignore-file
import StreamTesting
import Streams
import Testing

@Test("debounce(for:scheduler:options:)")
func debounceScenario() {
  let scheduler = TestScheduler()
  marbles("-a-b-c------d-e-|", value: { "\($0)" }, scheduler: scheduler, limit: 40) { upstream in
    upstream.debounce(for: 2, scheduler: scheduler)
  }
  .expect("-------c--------|")
}
