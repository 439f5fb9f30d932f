import Dispatch
import Foundation
import StreamCore
import StreamURLSession

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A real WebSocket client over a socket of the loopback interface: what a platform is tried with whose Foundation has
/// none.
final class LoopbackWebSocketTask: WebSocketTask, Sendable {
  private struct State {
    var descriptor: Int32?
    var reader = WebSocketFrameReader()
    var pongHandlers = Queue<@Sendable ((any Error)?) -> Void>()
    var closure: WebSocketClosure?
    var error: (any Error)?
    var isCancelled = false
  }

  private let request: URLRequest
  private let state = Locked(State())
  private let writing = DispatchQueue(label: "LoopbackWebSocketTask.writing")
  private let reading = DispatchQueue(label: "LoopbackWebSocketTask.reading")

  init(_ request: URLRequest) {
    self.request = request
  }

  deinit {
    if let descriptor = state.value.descriptor { close(descriptor) }
  }

  var closure: WebSocketClosure? { state.value.closure }
  var error: (any Error)? { state.value.error }

  func resume() {
    writing.async { [self] in
      do {
        try connect()
      } catch {
        state.withLock { $0.error = error }
      }
    }
  }

  private func connect() throws {
    guard let port = request.url?.port else { throw URLError(.badURL) }
    let descriptor = try SystemSockets.connect(to: UInt16(port))
    let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    var head = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    head += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\n"
    for (name, value) in request.allHTTPHeaderFields ?? [:] { head += "\(name): \(value)\r\n" }
    SystemSockets.write(head + "\r\n", to: descriptor)
    var answer: [UInt8] = []
    while !String(decoding: answer, as: UTF8.self).contains("\r\n\r\n") {
      let piece = SystemSockets.read(from: descriptor)
      guard !piece.isEmpty else { break }
      answer += piece
    }
    let text = String(decoding: answer, as: UTF8.self)
    let lines = text.components(separatedBy: "\r\n")
    guard let end = text.range(of: "\r\n\r\n"),
      WebSocketHandshake.field("Sec-WebSocket-Accept", in: lines) == WebSocketHandshake.accept(key: key)
    else {
      close(descriptor)
      throw URLError(.badServerResponse)
    }
    // What follows the head may be no text: it is counted from the end of the bytes that are.
    let rest = answer.dropFirst(text[..<end.upperBound].utf8.count)
    let isCancelled = state.withLock { state in
      state.reader = WebSocketFrameReader(Array(rest))
      state.descriptor = descriptor
      return state.isCancelled
    }
    if isCancelled { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  func receive(_ handler: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
    reading.async { [self] in
      // Connects first.
      writing.sync {}
      while let frame = nextFrame() {
        switch frame.opcode {
        case .text: return handler(.success(.string(frame.text)))
        case .binary: return handler(.success(.data(Data(frame.payload))))
        case .pong: state.withLock { $0.pongHandlers.popFirst() }?(nil)
        case .ping: write(WebSocketFrame(opcode: .pong, payload: frame.payload)) { _ in }
        case .close:
          let code = frame.closeCode.flatMap { URLSessionWebSocketTask.CloseCode(rawValue: $0) } ?? .noStatusReceived
          let reason = Data(frame.payload.dropFirst(2))
          state.withLock { $0.closure = WebSocketClosure(code: code, reason: reason.isEmpty ? nil : reason) }
          write(frame) { _ in }
          endPings()
          return handler(.failure(URLError(.networkConnectionLost)))
        }
      }
      endPings()
      handler(.failure(state.value.error ?? URLError(.networkConnectionLost)))
    }
  }

  /// Ends the pings whose pong does not come any more: who waits for one holds this, too.
  private func endPings() {
    let handlers = state.withLock { state in
      defer { state.pongHandlers = Queue() }
      return state.pongHandlers
    }
    var rest = handlers
    while let handler = rest.popFirst() { handler(URLError(.networkConnectionLost)) }
  }

  private func nextFrame() -> WebSocketFrame? {
    guard let descriptor = state.value.descriptor else { return nil }
    var reader = state.value.reader
    let frame = reader.next { SystemSockets.read(from: descriptor) }
    state.withLock { $0.reader = reader }
    return frame
  }

  func send(_ message: WebSocketMessage, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    switch message {
    case .data(let data): write(WebSocketFrame(opcode: .binary, payload: Array(data)), handler)
    case .string(let text): write(.text(text), handler)
    }
  }

  /// The pong comes when a message is awaited.
  func sendPing(_ handler: @escaping @Sendable ((any Error)?) -> Void) {
    state.withLock { $0.pongHandlers.append(handler) }
    write(WebSocketFrame(opcode: .ping)) { [self] _ in
      if state.value.isCancelled { endPings() }
    }
  }

  func cancel(with code: URLSessionWebSocketTask.CloseCode, reason: Data?) {
    state.withLock { $0.isCancelled = true }
    writing.async { [self] in endPings() }
    write(.close(code.rawValue, String(decoding: reason ?? Data(), as: UTF8.self))) { [self] _ in
      if let descriptor = state.value.descriptor { shutdown(descriptor, Int32(SHUT_WR)) }
    }
  }

  private func write(_ frame: WebSocketFrame, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
    writing.async { [self] in
      guard let descriptor = state.value.descriptor else {
        return handler(state.value.error ?? URLError(.networkConnectionLost))
      }
      let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
      let isWritten = SystemSockets.write(frame.bytes(mask: mask), to: descriptor)
      handler(isWritten ? nil : URLError(.networkConnectionLost))
    }
  }
}
