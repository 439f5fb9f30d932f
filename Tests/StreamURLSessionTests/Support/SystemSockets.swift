#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The few calls of the platform's C library that a server on loopback needs, with their differences between platforms.
enum SystemSockets {
  /// Opens a socket on a free port of the loopback interface. Connections are refused there until it listens.
  static func open() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = try makeSocket()
    var address = loopback
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    do {
      try withUnsafeMutableBytes(of: &address) { bytes in
        guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
        try check(bind(descriptor, pointer, length))
        try check(getsockname(descriptor, pointer, &length))
      }
    } catch {
      close(descriptor)
      throw error
    }
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// Connects to a port of the loopback interface.
  static func connect(to port: UInt16) throws -> Int32 {
    let descriptor = try makeSocket()
    var address = loopback
    address.sin_port = port.bigEndian
    do {
      try withUnsafeBytes(of: &address) { bytes in
        guard let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return }
        try check(systemConnect(descriptor, pointer, socklen_t(bytes.count)))
      }
    } catch {
      close(descriptor)
      throw error
    }
    silence(descriptor)
    return descriptor
  }

  private static func makeSocket() throws -> Int32 {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    try check(descriptor)
    return descriptor
  }

  private static var loopback: sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
    return address
  }

  /// Lets clients connect.
  static func listen(on descriptor: Int32) throws {
    try check(systemListen(descriptor, 128))
  }

  /// Accepts a connection, on which a write never raises SIGPIPE; `nil` if the client has gone already.
  static func accept(on listener: Int32) -> Int32? {
    let descriptor = systemAccept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    silence(descriptor)
    return descriptor
  }

  /// Lets no write raise SIGPIPE.
  private static func silence(_ descriptor: Int32) {
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Reads what has arrived; empty if the client went away.
  static func read(from descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return Array(buffer.prefix(max(count, 0)))
  }

  /// Writes everything, unless the client goes away.
  static func write(_ text: String, to descriptor: Int32) {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes everything, unless the client goes away.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Gives a socket back.
  static func shut(_ descriptor: Int32) {
    close(descriptor)
  }

  /// Makes a pipe.
  static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try check(systemPipe(&ends))
    return (ends[0], ends[1])
  }

  /// Waits until one of the descriptors can be read, or its other side is gone.
  ///
  /// - Returns: Those of which that is true.
  static func waitUntilReadable(_ descriptors: [Int32]) -> Set<Int32> {
    var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&polls, nfds_t(polls.count), -1) > 0 else { return [] }
    return Set(polls.filter { $0.revents != 0 }.map(\.fd))
  }

  private static func check(_ result: Int32) throws {
    guard result >= 0 else { throw SystemError(number: errno) }
  }

  struct SystemError: Error, CustomStringConvertible {
    let number: Int32
    var description: String { String(cString: strerror(number)) }
  }
}

// The C functions whose names the methods above hide.
private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 { connect(descriptor, address, length) }

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 { listen(descriptor, backlog) }

private func systemAccept(
  _ descriptor: Int32, _ address: UnsafeMutablePointer<sockaddr>?, _ length: UnsafeMutablePointer<socklen_t>?
) -> Int32 { accept(descriptor, address, length) }

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
