// Copied from the laboratory. COPY_TESTS=1 swift test --filter CopiedTests copies it anew.
// swift-format-ignore-file
import StreamTesting
import Streams
import Testing

@Test("scan(_:_:)")
func scanScenario() {
  marbles("--1--2--3--2--|", limit: 40) { upstream in
    upstream.scan(3) { $0 * 10 + $1 }
  }
  // A is 31
  // B is 312
  // C is 3123
  // D is 31232
  .expect("--A--B--C--D--|")
}
