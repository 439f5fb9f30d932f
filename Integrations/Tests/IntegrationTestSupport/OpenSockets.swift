import Foundation

/// How many descriptors of this process are sockets of connections with a port, at either end; those that listen do not
/// count. Whatever else the process does at the time does not change it.
///
/// - Parameter port: The port.
/// - Returns: Their number.
public func openSockets(ofPort port: Int) -> Int {
  (Int32(0)..<4_096).count { descriptor in
    var (isListening, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 0 else {
      return false
    }
    return [end(of: descriptor, getsockname), end(of: descriptor, getpeername)].contains(port)
  }
}

/// The port of one end of a socket.
private func end(
  of descriptor: Int32,
  _ call: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
) -> Int? {
  // A socket's address begins with its family, and one of IPv4 goes on with its port in network order. The C type for
  // it belongs to another module when NIO is imported.
  var (address, length) = ([UInt8](repeating: 0, count: 128), socklen_t(128))
  let result = address.withUnsafeMutableBytes {
    call(descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
  }
  let family = address.withUnsafeBytes { $0.load(as: UInt16.self) }
  return result == 0 && family == UInt16(AF_INET) ? Int(address[2]) << 8 | Int(address[3]) : nil
}
