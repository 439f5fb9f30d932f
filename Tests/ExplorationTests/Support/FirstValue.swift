#if Explore
  import StreamTesting

  /// The example of the guide "Exploring threads", which shows this file's lines in a report.
  final class FirstValue: Sendable {
    private let hasCome = ExplorableLock(false)

    func receive(_ value: Int, tell: (Int) -> Void) {
      guard !hasCome.withLock({ $0 }) else { return }
      hasCome.withLock { $0 = true }
      tell(value)
    }
  }
#endif
