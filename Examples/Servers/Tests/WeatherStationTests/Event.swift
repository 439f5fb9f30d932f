/// Something that happens once, and is waited for by tasks, which it does not block.
struct Event: Sendable {
  private let stream: AsyncStream<Never>
  private let continuation: AsyncStream<Never>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func happen() {
    continuation.finish()
  }

  /// Waits until it happens, or the task is cancelled, as by the time limit of a test.
  func wait() async {
    for await _ in stream {}
  }
}
