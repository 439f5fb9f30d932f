internal import Foundation

/// A socket of loopback whose calls wait.
// Sendable: a descriptor, which is closed with the last reference.
final class Socket: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  static func listen() throws -> Socket {
    let socket = try make()
    try check(withAddress(port: 0) { bind(socket.descriptor, $0, $1) })
    try check(Foundation.listen(socket.descriptor, 16))
    return socket
  }

  static func connect(to port: UInt16) throws -> Socket {
    let socket = try make()
    try check(withAddress(port: port) { Foundation.connect(socket.descriptor, $0, $1) })
    return socket
  }

  /// The port that it listens on.
  var port: UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  func accept() -> Socket? {
    let connection = Foundation.accept(descriptor, nil, nil)
    return connection < 0 ? nil : Socket(connection)
  }

  /// Reads to the empty line after a request; `nil` if the connection ends before.
  func readHead() -> String? {
    var (head, byte): ([UInt8], [UInt8]) = ([], [0])
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard read(into: &byte) != nil else { return nil }
      head += byte
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// - Returns: The number of bytes; `nil` at the end.
  func read(into buffer: inout [UInt8]) -> Int? {
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? count : nil
  }

  /// Writes all; `false` results if the connection has ended.
  func write(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...])
        let count = send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return false }
        written += count
      }
      return true
    } ?? false
  }

  private static func make() throws -> Socket {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try check(descriptor)
    return Socket(descriptor)
  }

  private static func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
  }

  private static func check(_ status: Int32) throws {
    if status < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}
