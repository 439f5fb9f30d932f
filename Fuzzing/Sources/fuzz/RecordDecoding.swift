import Foundation
import StreamCore

/// A `Record` decoded from JSON or a property list survives a round trip, and delivers its recorded signals.
func checkRecord(_ bytes: [UInt8]) {
  let data = Data(bytes)
  checkRecord(data, of: Int.self)
  checkRecord(data, of: String.self)
  checkRecord(data, of: [Bool].self)
}

private func checkRecord<Output: Codable & Equatable>(_ data: Data, of output: Output.Type) {
  let fromJSON = try? JSONDecoder().decode(Record<Output, RecordedFailure>.self, from: data)
  let fromList = try? PropertyListDecoder().decode(Record<Output, RecordedFailure>.self, from: data)
  for record in [fromJSON, fromList].compactMap(\.self) {
    let recording = record.recording
    let delivered = Collected(record)
    require(
      delivered.values == recording.output && delivered.completion == recording.completion,
      "\(recording) delivered \(delivered.values)")
    do {
      for again in [
        try JSONDecoder().decode(Record<Output, RecordedFailure>.self, from: JSONEncoder().encode(record)),
        try PropertyListDecoder().decode(
          Record<Output, RecordedFailure>.self, from: PropertyListEncoder().encode(record)),
      ] {
        require(
          again.recording.output == recording.output && again.recording.completion == recording.completion,
          "\(recording) was read as \(again.recording)")
      }
    } catch {
      fatalError("\(recording): \(error)")
    }
  }
}

private struct RecordedFailure: Error, Codable, Equatable {
  var code: Int
  var reason: String?
}
