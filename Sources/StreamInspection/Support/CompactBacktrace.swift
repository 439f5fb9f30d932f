/// Return addresses in the coded form of the standard library's `Backtrace`, the only one in which it takes them.
///
/// <https://github.com/swiftlang/swift/blob/main/docs/CompactBacktraceFormat.md>
struct CompactBacktrace: Decoder {
  private let values: [String: String]

  /// Each address is the difference to the one before: a byte with the number of bytes, and these, the highest first.
  init(_ addresses: [UInt]) {
    let (words64, returnAddress, end): (UInt8, UInt8, UInt8) = (0x02, 0x20, 0x00)
    var bytes = [words64]
    var former: UInt = 0
    for address in addresses {
      let difference = Int(bitPattern: address &- former)
      former = address
      let significant = 65 - max((~difference).leadingZeroBitCount, difference.leadingZeroBitCount)
      let count = (significant + 7) / 8
      bytes.append(returnAddress | UInt8(count - 1))
      for byte in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: difference >> (8 * byte))) }
    }
    values = ["backtrace": base64(bytes + [end]), "architecture": architecture]
  }

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Values(values: values))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Missing() }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Missing() }

  private struct Missing: Error {}

  /// Strings by their keys.
  private struct Values<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [String: String]

    let codingPath: [any CodingKey] = []
    var allKeys: [Key] { values.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let value = values[key.stringValue] as? Value else { throw Missing() }
      return value
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw Missing() }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Missing() }

    func superDecoder() throws -> any Decoder { throw Missing() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw Missing() }
  }
}

#if arch(arm64)
  private let architecture = "arm64"
#else
  private let architecture = "x86_64"
#endif

/// Bytes as text, six bits a letter (RFC 4648).
private func base64(_ bytes: [UInt8]) -> String {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let part = bytes[start..<min(start + 3, bytes.count)]
    let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
    for index in 0..<4 { text.append(index <= part.count ? letters[bits >> (18 - 6 * index) & 63] : "=") }
  }
  return text
}
