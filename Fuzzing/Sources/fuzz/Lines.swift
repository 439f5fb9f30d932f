import StreamCore
import StreamLines

/// However bytes are cut into pieces, and however lines are asked for, `lines` delivers what splitting them whole gives.
/// The first byte is the number of bytes that a line may have; 0 stands for the default.
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

/// The lines of bytes that are all there, up to one that is too long.
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

/// Takes a carriage return alone for the end of a line, as `lines` does not: a mistake for libFuzzer to find.
func checkPlanted(_ input: [UInt8]) {
  let lines = input.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
  require(lines.count < 3 || input.count < 8 || lines[1].elementsEqual("ab".utf8) == false, "The planted mistake")
}
