/// What an ordered replay knows of its place in the log. Pure: no lock, no call to anybody.
struct ReplayState {
  /// Where the replay goes on, if its consumer has to be made anew.
  private(set) var start: StreamPosition

  /// Whether it finishes after the newest message.
  let endsAtNewest: Bool

  /// The number that the consumer gives to its next message.
  private var expected: UInt64 = 1

  init(start: StreamPosition, endsAtNewest: Bool) {
    self.start = start
    self.endsAtNewest = endsAtNewest
  }

  /// There is a new consumer.
  mutating func began() {
    expected = 1
  }

  /// - Returns: Whether the message is the next one. If not, some before it are missing.
  mutating func accepts(_ origin: AckSubject) -> Bool {
    guard origin.consumerSequence == expected else { return false }
    expected += 1
    start = .sequence(origin.sequence + 1)
    return true
  }
}
