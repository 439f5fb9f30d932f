import TestSupport
import Testing

@testable import StreamLines

@Suite("LineSplitter")
struct LineSplitterTests {
  @Test("A carriage return at the end of a chunk may be a part of the line end, and does not make a line too long")
  func returnAtTheEnd() throws {
    var splitter = LineSplitter(maxLength: 3)
    splitter.append(Array("abc\r".utf8))
    #expect(try splitter.next() == nil)
    splitter.append(Array("\n".utf8))
    #expect(try splitter.next() == 0..<3)
    splitter.append(Array("abcd".utf8))
    #expect(throws: LineTooLongError(limit: 3)) { try splitter.next() }
  }

  @Test("The last line is taken once")
  func lastOnce() throws {
    var splitter = LineSplitter(maxLength: 3)
    splitter.append(Array("a\nbc".utf8))
    #expect(try splitter.next() == 0..<1)
    #expect(try splitter.last() == 2..<4)
    #expect(try splitter.last() == nil)
  }

  @Test("A line must be allowed to have a byte")
  func noBytes() async {
    await #expect(processExitsWith: .failure) { _ = LineSplitter(maxLength: 0) }
  }

  // Otherwise a long line that comes in small pieces would be searched again with each of them.
  @Test("The search for a line end goes on where it has stopped")
  func searchesOnce() throws {
    var splitter = LineSplitter(maxLength: 9)
    splitter.append(Array("ab".utf8))
    #expect(try splitter.next() == nil)
    expectEqual(splitter.searched, 2)
    splitter.append(Array("cd\ne".utf8))
    #expect(try splitter.next() == 0..<4)
    expectEqual(splitter.searched, 5)
    #expect(try splitter.next() == nil)
    expectEqual(splitter.searched, 6)
    // The bytes of the line are removed, and the position is moved with the rest.
    splitter.append(Array("f".utf8))
    expectEqual(splitter.searched, 1)
    #expect(try splitter.next() == nil)
    expectEqual(splitter.searched, 2)
  }
}
