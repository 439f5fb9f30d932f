/// What the subject for a message's acknowledgement says of the message.
///
///     $JS.ACK.<stream>.<consumer>.<deliveries>.<stream sequence>.<consumer sequence>.<time>.<pending>
///     $JS.ACK.<domain>.<account>.<stream>.<consumer>.<deliveries>.….<pending>.<token>
struct AckSubject: Equatable {
  let stream: String
  let consumer: String
  let deliveries: Int
  let sequence: UInt64
  let consumerSequence: UInt64

  /// Nanoseconds since 1970.
  let time: Int64
  let pending: UInt64

  /// - Parameter subject: The reply subject of a message; `nil` results if it is not one for an acknowledgement.
  init?(_ subject: String) {
    guard subject.utf8.starts(with: "$JS.ACK.".utf8) else { return nil }
    let tokens = subject.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let start: Int
    switch tokens.count {
    case 9: start = 2
    case 11...: start = 4
    default: return nil
    }
    func number<Number: FixedWidthInteger>(_ offset: Int) -> Number? {
      Number(Substring(tokens[start + offset]))
    }
    guard let deliveries: Int = number(2), let sequence: UInt64 = number(3), let consumerSequence: UInt64 = number(4),
      let time: Int64 = number(5), let pending: UInt64 = number(6)
    else { return nil }
    stream = String(Substring(tokens[start]))
    consumer = String(Substring(tokens[start + 1]))
    self.deliveries = deliveries
    self.sequence = sequence
    self.consumerSequence = consumerSequence
    self.time = time
    self.pending = pending
  }
}
