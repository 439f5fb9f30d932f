/// Text in aligned columns.
struct Table {
  /// The title of a column, and the alignment of its cells.
  struct Column {
    let name: String
    var isFlushRight = false
  }

  let columns: [Column]
  let rows: [[String]]

  /// The lines of the table: titles, a rule and rows. The first column is truncated if the lines would exceed `width`.
  func lines(width: Int) -> [String] {
    let gap = 2
    var widths = columns.indices.map { column in
      max(columns[column].name.count, rows.map { $0[column].count }.max() ?? 0)
    }
    let others = widths.dropFirst().reduce(0) { $0 + gap + $1 }
    widths[0] = min(widths[0], max(width - others, columns[0].name.count))

    let cells = [columns.map(\.name), widths.map { String(repeating: "-", count: $0) }] + rows
    return cells.map { row in
      let line = zip(row, zip(columns, widths))
        .map { cell, layout in Self.fit(cell, into: layout.1, flushRight: layout.0.isFlushRight) }
        .joined(separator: String(repeating: " ", count: gap))
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func fit(_ cell: String, into width: Int, flushRight: Bool) -> String {
    let text = cell.count > width ? cell.prefix(width - 1) + "…" : cell[...]
    let padding = String(repeating: " ", count: width - text.count)
    return flushRight ? padding + text : text + padding
  }
}
