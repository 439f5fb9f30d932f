import Testing

@testable import MovieBrowser

@Suite("Table")
struct TableTests {
  private let columns = [Table.Column(name: "Name"), Table.Column(name: "Size", isFlushRight: true)]

  @Test("Columns are as wide as what is in them, numbers flush right, and no line ends with spaces")
  func alignment() {
    let table = Table(columns: columns, rows: [["a", "1"], ["longer", "12345"]])
    #expect(
      table.lines(width: 80) == [
        "Name     Size",
        "------  -----",
        "a           1",
        "longer  12345",
      ])
  }

  @Test("The first column is shortened to fit the width")
  func truncation() {
    let table = Table(columns: columns, rows: [["a rather long name", "1"], ["short", "12"]])
    #expect(
      table.lines(width: 16) == [
        "Name        Size",
        "----------  ----",
        "a rather …     1",
        "short         12",
      ])
  }

  @Test("A width too small for the other columns leaves only the name of the first")
  func tooNarrow() {
    let table = Table(columns: columns, rows: [["a rather long name", "1"]])
    #expect(table.lines(width: 3) == ["Name  Size", "----  ----", "a r…     1"])
  }

  @Test("Letters with combining marks take one place")
  func composedLetters() {
    let table = Table(columns: columns, rows: [["Sø\u{308}n", "1"], ["abc", "2"]])
    #expect(table.lines(width: 80).map(\.count) == [10, 10, 10, 10])
  }

  @Test("Without rows there are only names and a rule")
  func empty() {
    #expect(Table(columns: columns, rows: []).lines(width: 80) == ["Name  Size", "----  ----"])
  }
}
