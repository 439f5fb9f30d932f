import Foundation
import StreamCoding
import StreamCore
import StreamLines

/// With any chunk boundaries, `decodeLines` delivers a decoder's value for each line, up to the first that it rejects;
/// and the output of `encodeLines` for those values decodes to the same.
func checkJSONLines(_ bytes: [UInt8]) {
  let expected = decodeEach(split(bytes).lines)
  let decoder = JSONDecoder()
  let all = cuts(of: bytes)
  for pieces in [all[0], all[all.count / 2], all[all.count - 1]] {
    let collected = Collected(
      Publishers.Sequence<[ArraySlice<UInt8>], Never>(sequence: pieces).decodeLines(type: JSON.self, decoder: decoder))
    require(collected.values == expected.values, "\(pieces.map(Array.init)) gave \(collected.values)")
    switch collected.completion {
    case .failure(let error as LineDecodingError)?:
      require(error.lineNumber == expected.rejected, "\(error), but should be line \(expected.rejected ?? 0)")
    case .failure(let error)?: fatalError("\(pieces.map(Array.init)) failed with \(error)")
    case .finished?, nil: require(expected.rejected == nil, "Line \(expected.rejected ?? 0) was not rejected")
    }
  }
  let encoded = Collected(
    Publishers.Sequence<[JSON], Never>(sequence: expected.values).encodeLines(encoder: JSONEncoder()))
  let again = Collected(
    Publishers.Sequence<[Data], Never>(sequence: encoded.values).decodeLines(type: JSON.self, decoder: decoder))
  require(again.values == expected.values, "\(expected.values) were read as \(again.values)")
}

private func decodeEach(_ lines: [ArraySlice<UInt8>]) -> (values: [JSON], rejected: Int?) {
  var values: [JSON] = []
  for (index, line) in lines.enumerated() where !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
    guard let value = try? JSONDecoder().decode(JSON.self, from: Data(line)) else { return (values, index + 1) }
    values.append(value)
  }
  return (values, nil)
}

/// Any JSON without numbers beyond `Int`, whose round trip is up to the decoder.
private indirect enum JSON: Codable, Equatable {
  case null, bool(Bool), number(Int), string(String), array([JSON]), object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
