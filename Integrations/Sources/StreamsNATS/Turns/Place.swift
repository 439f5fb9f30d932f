internal import CNATS
internal import Foundation

/// How far the messages of a partition are handled.
struct Place: Equatable {
  /// The number of the last message handled; 0 for none.
  var handled: UInt64 = 0

  init(handled: UInt64 = 0) {
    self.handled = handled
  }

  init?(payload: Data) {
    guard let handled = UInt64(String(decoding: payload, as: UTF8.self)) else { return nil }
    self.handled = handled
  }

  var payload: Data { Data("\(handled)".utf8) }
}

/// The server's code for a write on the condition that the newest message is another than it is.
let wrongLastSequence = Int(JSStreamWrongLastSequenceErr.rawValue)

/// The place that is not one.
struct UnreadablePlace: Error {
  let subject: String
}
