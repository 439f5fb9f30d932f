import FlyingSocks
import Foundation

/// A server that says the same to every request, whatever that is, or never anything.
///
/// Its connections are served one after the other, by a thread that ends with ``stop()``.
final class ScriptedServer: Sendable {
  /// What has happened to the connections: a `request` that came, and an `end` that the client has made.
  enum Event: Equatable {
    case request
    case end
  }

  let events = Log<Event>()
  let baseURL: String
  private let socket: Socket

  /// Starts a server on a free port of the loopback interface.
  ///
  /// - Parameter answer: All that it says. Without one it says nothing, and waits for the end of the connection.
  /// - Throws: The error of the system.
  init(answer: String? = nil) throws {
    let socket = try Socket(domain: Int32(AF_INET))
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try socket.listen()
    guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    self.socket = socket
    baseURL = "http://127.0.0.1:\(port)"
    let events = events
    Thread.detachNewThread {
      // Closing the socket ends the loop.
      while let (file, _) = try? socket.accept() {
        let connection = Socket(file: file)
        Self.serve(connection, answer: answer, events: events)
        try? connection.close()
      }
    }
  }

  func stop() {
    shutdown(socket.file.rawValue, Int32(SHUT_RDWR))
    try? socket.close()
  }

  private static func serve(_ connection: Socket, answer: String?, events: Log<Event>) {
    var bytes: [UInt8] = []
    while !bytes.ends(with: "\r\n\r\n".utf8) {
      guard let byte = try? connection.read() else { return }
      bytes.append(byte)
    }
    events.append(.request)
    if let answer {
      _ = try? connection.write(Data(answer.utf8))
    } else {
      while (try? connection.read()) != nil {}
      events.append(.end)
    }
  }
}

extension Array where Element == UInt8 {
  fileprivate func ends(with suffix: some Collection<UInt8>) -> Bool {
    self.suffix(suffix.count).elementsEqual(suffix)
  }
}
