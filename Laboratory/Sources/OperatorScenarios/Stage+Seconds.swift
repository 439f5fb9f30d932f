import StreamTesting

extension Stage {
  /// The seconds of a length of time.
  func seconds(_ interval: VirtualTime.Stride) -> Int { interval.magnitude / 1_000_000_000 }
}
