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

  var isTransient: Bool { code.rawValue == 0 ? status.isTransient : code.isTransient }

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
    if let sequence = sequence(inPlain: bytes, stream: stream) {
      return .success(Receipt(sequence: sequence, isDuplicate: false))
    }
    guard let answer = try? JSONDecoder().decode(Text.self, from: Data(bytes)) else {
      return .failure(WriteError(NATS_PROTOCOL_ERROR))
    }
    if let error = answer.error {
      return .failure(WriteError(code: error.err_code ?? error.code, text: error.description ?? ""))
    }
    guard let sequence = answer.seq else { return .failure(WriteError(NATS_PROTOCOL_ERROR)) }
    return .success(Receipt(sequence: sequence, isDuplicate: answer.duplicate ?? false))
  }

  /// The number in an answer of the usual form, without a decoder: there is one for each message.
  private static func sequence(inPlain bytes: UnsafeRawBufferPointer, stream: String) -> UInt64? {
    var rest = bytes
    guard rest.skip("{\"stream\":\""), rest.skip(stream), rest.skip("\", \"seq\":"), rest.last == UInt8(ascii: "}")
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
  fileprivate mutating func skip(_ text: String) -> Bool {
    let count = text.utf8.count
    guard self.count >= count, starts(with: text.utf8) else { return false }
    self = UnsafeRawBufferPointer(rebasing: self[count...])
    return true
  }
}
