import StreamCore
import StreamLines

/// With any chunk boundaries and any demand, `lines` delivers the same as splitting the whole input. The first byte is
/// the longest line; 0 stands for the default.
func checkLines(_ input: [UInt8]) {
  let maxLength = input.first.map { $0 == 0 ? 1_000_000 : Int($0) } ?? 1
  let bytes = Array(input.dropFirst())
  let expected = split(bytes, maxLength: maxLength)
  for (index, pieces) in cuts(of: bytes).enumerated() {
    let collected = Collected(
      Publishers.Sequence<[ArraySlice<UInt8>], Never>(sequence: pieces).lines(maxLength: maxLength),
      step: index % 2 == 0 ? .unlimited : .max(1))
    require(
      collected.values == expected.lines.map { String(decoding: $0, as: UTF8.self) },
      "\(pieces.map(Array.init)) gave the lines \(collected.values), not \(expected.lines)")
    switch collected.completion {
    case .finished?: require(!expected.isTooLong, "\(pieces.map(Array.init)): no failure for a line that is too long")
    case .failure(let error)?:
      require(
        expected.isTooLong && error as? LineTooLongError == LineTooLongError(limit: maxLength),
        "\(pieces.map(Array.init)) failed with \(error)")
    case nil: break
    }
  }
}

/// The lines of complete input, up to one that is too long.
func split(
  _ bytes: [UInt8], maxLength: Int = 1_000_000
) -> (lines: [ArraySlice<UInt8>], isTooLong: Bool) {
  var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let last = lines.removeLast()
  for index in lines.indices where lines[index].last == UInt8(ascii: "\r") { lines[index].removeLast() }
  if !last.isEmpty { lines.append(last) }
  let fitting = lines.prefix { $0.count <= maxLength }
  return (Array(fitting), fitting.count < lines.count)
}

/// Treats a lone carriage return as a line end, unlike `lines`: a planted fault for libFuzzer to find.
func checkPlanted(_ input: [UInt8]) {
  let lines = input.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
  require(lines.count < 3 || input.count < 8 || lines[1].elementsEqual("ab".utf8) == false, "The planted mistake")
}
