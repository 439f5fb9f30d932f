internal import ArgumentParser
internal import Foundation

/// The other side of an HTTP connection, in a process of its own, so that its time is not counted.
///
/// It serves a body of the length in the path, and prints its port. Each line of its standard input is a port, a path
/// and a pause in microseconds between reads: it fetches that, and prints how many bytes came.
struct Peer: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "peer", shouldDisplay: false)

  func run() throws {
    let listening = try Socket.listen()
    Thread.detachNewThread {
      while let connection = listening.accept() {
        Thread.detachNewThread { serve(connection) }
      }
    }
    say("\(listening.port)")
    while let line = readLine() {
      let parts = line.split(separator: " ")
      guard parts.count == 3, let port = UInt16(parts[0]), let pause = UInt32(parts[2]) else { return }
      say("\(try fetch(port: port, path: String(parts[1]), pause: pause))")
    }
  }

  private func say(_ text: String) {
    print(text)
    fflush(nil)
  }
}

/// Answers the requests of one connection.
private func serve(_ connection: Socket) {
  let chunk = [UInt8](repeating: 65, count: 65_536)
  while let head = connection.readHead() {
    let path = head.split(separator: " ").dropFirst().first ?? "/0"
    var remaining = Int(path.dropFirst()) ?? 0
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(remaining)\r\n\r\n"
    guard connection.write(Array(answer.utf8)) else { return }
    while remaining > 0 {
      guard connection.write(chunk[..<min(chunk.count, remaining)]) else { return }
      remaining -= chunk.count
    }
  }
}

/// Reads a response to the end of its connection.
///
/// - Returns: The number of bytes, the head and the lengths of chunks with them.
private func fetch(port: UInt16, path: String, pause: UInt32) throws -> Int {
  let connection = try Socket.connect(to: port)
  let request = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
  _ = connection.write(Array(request.utf8))
  var (count, buffer) = (0, [UInt8](repeating: 0, count: 262_144))
  while let read = connection.read(into: &buffer) {
    count += read
    if pause > 0 { usleep(pause) }
  }
  return count
}
