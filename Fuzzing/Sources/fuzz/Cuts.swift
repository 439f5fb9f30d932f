/// Ways to cut bytes into chunks, some of them empty: all of them for few bytes; otherwise one chunk, single bytes, two
/// chunks at every position, and some derived from the bytes.
func cuts(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
  if bytes.count <= 7 {
    return (0..<(1 << max(bytes.count - 1, 0))).map { mask in
      cut(bytes, at: (1..<max(bytes.count, 1)).filter { mask >> ($0 - 1) & 1 == 1 })
    }
  }
  var random = Xorshift(seed: bytes)
  return [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
    + bytes.indices.map { [bytes[..<$0], bytes[$0...]] }
    + (0..<4).map { _ in cut(bytes, at: bytes.indices.filter { _ in random.next() % 4 == 0 }) }
}

private func cut(_ bytes: [UInt8], at places: [Int]) -> [ArraySlice<UInt8>] {
  zip([0] + places, places + [bytes.count]).map { bytes[$0..<$1] }
}

/// A number sequence derived from bytes, so that a failing input is reproducible.
private struct Xorshift {
  private var state: UInt64

  init(seed: [UInt8]) {
    state = seed.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
