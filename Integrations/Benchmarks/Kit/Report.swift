/// Prints results as tables of Markdown.
enum Report {
  static func heading() {
    print("| library | row | ours, ns | bare, ns | ours / bare throughput | in time passed | goal |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
  }

  static func line(_ result: RowResult) {
    let row = result.row
    let cells = [
      row.library, "\(row.name), per \(row.unit)", number(result.ours.processor), number(result.bare.processor),
      share(result.share), share(result.shareOfTime), share(row.goal),
    ]
    print("| \(cells.joined(separator: " | ")) |")
  }

  static func memoryHeading() {
    print("\n| library | taken slowly | resident at the start, MB | at most, MB |")
    print("| --- | --- | ---: | ---: |")
  }

  static func line(_ row: MemoryRow, _ memory: (start: Int, most: Int)) {
    func megabytes(_ bytes: Int) -> String { "\(Double(bytes >> 10) / 1_024)".prefixOfNumber(1) }
    print("| \(row.library) | \(row.name) | \(megabytes(memory.start)) | \(megabytes(memory.most)) |")
  }

  static func share(_ value: Double) -> String { "\(value)".prefixOfNumber(2) }

  private static func number(_ value: Double) -> String {
    value < 100 ? "\(value)".prefixOfNumber(1) : grouped(Int(value.rounded()))
  }

  private static func grouped(_ value: Int) -> String {
    value < 1_000
      ? "\(value)" : grouped(value / 1_000) + "," + "\(value % 1_000 + 1_000)".dropFirst()
  }
}

extension String {
  /// A number with so many digits after the point, the rest cut off.
  fileprivate func prefixOfNumber(_ digits: Int) -> String {
    guard let point = firstIndex(of: ".") else { return self }
    return String(prefix(upTo: index(point, offsetBy: digits + 1, limitedBy: endIndex) ?? endIndex))
  }
}
