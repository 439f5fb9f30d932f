import Foundation

/// A connection on which a test writes bytes as they are.
///
/// Its calls block, so it is used on a thread of its own.
struct RawConnection {
  struct Failure: Error {
    let call: String
  }

  /// How long a call waits, in seconds: far longer than any should take.
  private static let patience = 20

  private let socket: Int32

  /// - Parameters:
  ///   - port: The port on the loopback interface.
  ///   - receiveBuffer: How much the system keeps for this end, in bytes.
  /// - Throws: Which call has failed.
  init(to port: Int, receiveBuffer: Int32? = nil) throws {
    #if canImport(Darwin)
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #else
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard socket >= 0 else { throw Failure(call: "socket") }
    var patience = timeval(tv_sec: Self.patience, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
    if var receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
    }
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      Foundation.close(socket)
      throw Failure(call: "connect")
    }
  }

  /// Writes all bytes, or those that the server takes before it closes.
  ///
  /// - Returns: Whether the server has taken all.
  @discardableResult
  func send(_ text: String) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// What the server writes until it closes the connection; `nil` if it does not.
  func receiveToEnd() -> String? {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      // A reset is a close, too.
      if count <= 0 { return String(decoding: received, as: UTF8.self) }
      received += buffer.prefix(count)
    }
  }

  func close() {
    Foundation.close(socket)
  }
}
