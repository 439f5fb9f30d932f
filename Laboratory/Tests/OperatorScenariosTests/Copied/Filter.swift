// Copied from the laboratory. COPY_TESTS=1 swift test --filter CopiedTests copies it anew.
// swift-format-ignore-file
import StreamTesting
import Streams
import Testing

@Test("filter(_:)")
func filterScenario() {
  marbles("--1--2--3--4--|", limit: 40) { upstream in
    upstream.filter { $0 > 2 }
  }
  .expect("--------3--4--|")
}
