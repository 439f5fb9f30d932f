internal import NIOCore

/// Waits for a connection's event loop each time a number of bytes has been written.
///
/// The server's writer takes what it is given until its event loop has run, and only then knows that the socket is
/// full. It has been told of everything before what is submitted here.
struct WritePace {
  /// After how many bytes. Each wait wakes two threads, which costs more than to write 64 KiB.
  private static let stride = 262_144

  let eventLoop: (any EventLoop)?
  private var count = 0

  init(on eventLoop: (any EventLoop)?) {
    self.eventLoop = eventLoop
  }

  mutating func wrote(_ bytes: Int) async {
    guard let eventLoop else { return }
    count += bytes
    guard count >= Self.stride else { return }
    count = 0
    // Less than a future: nothing is allocated but the closure. The loop runs while the connection is open.
    await withCheckedContinuation { continuation in eventLoop.execute { continuation.resume() } }
  }
}
