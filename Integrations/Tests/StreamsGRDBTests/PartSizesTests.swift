import Testing

@testable import StreamsGRDB

@Suite("The number of rows that one access reads")
struct PartSizesTests {
  @Test("Grows from few to the largest while rows are read fast")
  func grows() {
    var sizes = PartSizes(upTo: 100)
    var seen = [sizes.next]
    for _ in 0..<4 {
      sizes.readPart(in: .microseconds(10))
      seen.append(sizes.next)
    }
    #expect(seen == [16, 32, 64, 100, 100])
  }

  @Test("Shrinks to one while rows are read slowly, and stays between")
  func shrinks() {
    var sizes = PartSizes(upTo: 1_000_000)
    #expect(sizes.largest == PartSizes.limit)
    sizes.readPart(in: .milliseconds(1))
    #expect(sizes.next == 16)
    for expected in [8, 4, 2, 1, 1] {
      sizes.readPart(in: .milliseconds(3))
      #expect(sizes.next == expected)
    }
    sizes.readPart(in: .zero)
    #expect(sizes.next == 2)
  }

  @Test("No more than the program allows", arguments: [1, 2, 15])
  func small(largest: Int) {
    var sizes = PartSizes(upTo: largest)
    #expect(sizes.next == largest)
    sizes.readPart(in: .zero)
    #expect(sizes.next == largest)
  }
}
