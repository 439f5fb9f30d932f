import StreamTesting

/// Parsing a printed diagram gives the same diagram at any width; and the text before the column of a syntax error is
/// the start of a diagram.
func checkMarbles(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(MarbleError) {
    let marbles = try Marbles(parsing: text)
    for printed in [marbles.description, marbles.text(width: bytes.count % 40)] {
      do throws(MarbleError) {
        let again = try Marbles(parsing: printed)
        require(again == marbles, "'\(text)' was printed as '\(printed)'")
        require(again.description == marbles.description, "'\(printed)' is printed as '\(again)'")
      } catch {
        fatalError("'\(text)' was printed as '\(printed)': \(error)")
      }
    }
    require(Marbles(events: marbles.events.reversed()).events.count == marbles.events.count, "Events were lost")
    require(Marbles(events: marbles.events) == marbles, "The events of '\(text)' make another diagram")
    require(
      marbles.compared(with: marbles).split(separator: "\n", omittingEmptySubsequences: false).count == 2,
      "'\(text)' differs from itself")
  } catch {
    require((1...max(text.count, 1)).contains(error.column), "'\(text)' has no column \(error.column)")
    // The only error in that text can be an unclosed bracket.
    var beginning = text.prefix(error.column - 1)
    while beginning.last == "(" || beginning.last == " " { beginning.removeLast() }
    require(
      ["", ")", "a)"].contains { (try? Marbles(parsing: String(beginning) + $0)) != nil },
      "\(error), but '\(beginning)' is no beginning either")
  }
}
