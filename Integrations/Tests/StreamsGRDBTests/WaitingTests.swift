import IntegrationParts
import StreamTesting
import Testing

@Suite("Values that wait to be written")
struct WaitingTests {
  @Test("Come out in the order of their arrival, also when some were put back", arguments: 1...20)
  func order(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var waiting = Waiting<Int>()
    var model: [Int] = []
    for value in 0..<500 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0...2:
        waiting.append(value)
        model.append(value)
      case 3:
        let count = Int.random(in: 1..<8, using: &random)
        #expect(waiting.take(count) == Array(model.prefix(count)))
        model.removeFirst(min(count, model.count))
      default:
        waiting.putBack(waiting.take(Int.random(in: 1..<8, using: &random)))
      }
      #expect(waiting.isEmpty == model.isEmpty)
    }
    #expect(waiting.take(1_000) == model)
    #expect(waiting.isEmpty)
  }
}
