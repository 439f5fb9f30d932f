internal import NIOCore

/// Waits for a connection's event loop after every so many bytes.
///
/// The server's writer takes what it is given until its event loop has run, and only then knows that the socket is full. It has been
/// told of everything before what is submitted here.
struct WritePace {
  /// After how many bytes: as many as the channel takes before it says that it is full.
  private static let stride = 65_536

  let eventLoop: (any EventLoop)?
  private var count = 0

  init(on eventLoop: (any EventLoop)?) {
    self.eventLoop = eventLoop
  }

  mutating func wrote(_ bytes: Int) async throws {
    guard let eventLoop else { return }
    count += bytes
    guard count >= Self.stride else { return }
    count = 0
    try await eventLoop.submit {}.get()
  }
}
