internal import CNATS
internal import Foundation

/// The server's answer to a write.
struct WriteAnswer {
  /// The message is stored.
  struct Receipt: Equatable {
    let sequence: UInt64
    let isDuplicate: Bool
  }

  let ticket: PublishWindow.Ticket
  let attempt: Int
  let outcome: Result<Receipt, WriteError>
}

/// Why a write has not been acknowledged.
struct WriteError: Error, Equatable {
  var status = NATS_OK

  /// The server's own code; 0 for none.
  var code = jsErrCode(0)
  var text: String?

  init(_ status: natsStatus) {
    self.status = status
  }

  init(code: Int, text: String) {
    self.code = jsErrCode(UInt32(clamping: code))
    self.text = text
  }

  init(code: jsErrCode) {
    self.code = code
  }

  var isTransient: Bool { code.rawValue == 0 ? status.isTransient : code.isTransient }

  /// Whether the server says that it is about to store a message of the identifier, and has not.
  var isInProcess: Bool { code == .duplicateInProcess }

  func failure(bytes: Int) -> JetStreamFailure {
    status == NATS_MAX_PAYLOAD || code == JSStreamMessageExceedsMaximumErr
      ? .tooLarge(bytes: bytes) : JetStreamFailure(status, code: code, text: text)
  }
}

extension WriteAnswer {
  /// Reads a message of the library, and destroys it; `nil` results if it is no answer to a write.
  init?(consuming handle: OpaquePointer, stream: String) {
    defer { DiscardedMessages.add(handle) }
    guard let subject = natsMsg_GetSubject(handle), let (ticket, attempt) = Self.numbers(in: subject)
    else { return nil }
    self.ticket = ticket
    self.attempt = attempt
    guard !natsMsg_IsNoResponders(handle) else {
      outcome = .failure(WriteError(NATS_NO_RESPONDERS))
      return
    }
    let bytes = UnsafeRawBufferPointer(start: natsMsg_GetData(handle), count: Int(natsMsg_GetDataLength(handle)))
    outcome = Self.outcome(of: bytes, stream: stream)
  }

  /// The numbers at the end of the subject that a write asks to be answered at: "….<ticket>-<attempt>".
  private static func numbers(in subject: UnsafePointer<CChar>) -> (PublishWindow.Ticket, Int)? {
    var bytes = UnsafeRawBufferPointer(start: subject, count: strlen(subject))
    guard let hyphen = bytes.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let attempt = UnsafeRawBufferPointer(rebasing: bytes[(hyphen + 1)...]).decimal
    bytes = UnsafeRawBufferPointer(rebasing: bytes[..<hyphen])
    let start = bytes.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
    let ticket = UnsafeRawBufferPointer(rebasing: bytes[start...]).decimal
    guard let ticket, let attempt = attempt.flatMap({ Int(exactly: $0) }) else { return nil }
    return (ticket, attempt)
  }

  /// Reads the text of an answer.
  static func outcome(of bytes: UnsafeRawBufferPointer, stream: String) -> Result<Receipt, WriteError> {
    if let sequence = sequence(inPlain: bytes, stream: stream), sequence > 0 {
      return .success(Receipt(sequence: sequence, isDuplicate: false))
    }
    guard let answer = try? JSONDecoder().decode(Text.self, from: Data(bytes)) else {
      return .failure(WriteError(NATS_PROTOCOL_ERROR))
    }
    if let error = answer.error {
      // A server that has ceased to lead says 503, without a code of its own.
      let code = error.err_code ?? (error.code == 503 ? Int(JSClusterNotLeaderErr.rawValue) : error.code)
      return .failure(WriteError(code: code, text: error.description ?? ""))
    }
    guard let sequence = answer.seq else { return .failure(WriteError(NATS_PROTOCOL_ERROR)) }
    // So servers called a duplicate that is in process, before they had an error for it.
    guard sequence > 0 else {
      return .failure(
        answer.duplicate == true ? WriteError(code: .duplicateInProcess) : WriteError(NATS_PROTOCOL_ERROR))
    }
    return .success(Receipt(sequence: sequence, isDuplicate: answer.duplicate ?? false))
  }

  /// The number in an answer of the usual form, without a decoder: there is one for each message.
  private static func sequence(inPlain bytes: UnsafeRawBufferPointer, stream: String) -> UInt64? {
    var rest = bytes
    var stream = stream
    guard rest.skip("{\"stream\":\""), stream.withUTF8({ rest.skip(UnsafeRawBufferPointer($0)) }),
      rest.skip("\", \"seq\":"), rest.last == UInt8(ascii: "}")
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: rest.dropLast()).decimal
  }

  private struct Text: Decodable {
    struct Failure: Decodable {
      let code: Int
      let err_code: Int?
      let description: String?
    }

    let seq: UInt64?
    let duplicate: Bool?
    let error: Failure?
  }
}

extension UnsafeRawBufferPointer {
  /// - Returns: Whether the bytes begin with `text`; if so, they are the rest.
  fileprivate mutating func skip(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let start = baseAddress, let other = text.baseAddress, count >= text.count,
      memcmp(start, other, text.count) == 0
    else { return false }
    self = UnsafeRawBufferPointer(rebasing: self[text.count...])
    return true
  }

  fileprivate mutating func skip(_ text: StaticString) -> Bool {
    skip(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
