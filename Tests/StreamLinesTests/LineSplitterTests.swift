import Testing

@testable import StreamLines

@Suite("LineSplitter")
struct LineSplitterTests {
  // Otherwise a long line that comes in small pieces would be searched again with each of them.
  @Test("The search for a line end goes on where it has stopped")
  func searchesOnce() throws {
    var splitter = LineSplitter(maxLength: 9)
    splitter.append(Array("ab".utf8))
    #expect(try splitter.next() == nil)
    #expect(splitter.searched == 2)
    splitter.append(Array("cd\ne".utf8))
    #expect(try splitter.next() == 0..<4)
    #expect(splitter.searched == 5)
    #expect(try splitter.next() == nil)
    #expect(splitter.searched == 6)
    // The bytes of the line are removed, and the position is moved with the rest.
    splitter.append(Array("f".utf8))
    #expect(splitter.searched == 1)
    #expect(try splitter.next() == nil)
    #expect(splitter.searched == 2)
  }
}
