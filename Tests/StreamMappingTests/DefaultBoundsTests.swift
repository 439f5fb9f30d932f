import StreamCore
import StreamMapping
import TestSupport
import Testing

// Whoever leaves a bound out relies on the one that the documentation names, in each form of an operator.
@Suite("Bounds that are left out, of mapping operators")
struct DefaultBoundsTests {
  private let failing = ScriptedPublisher<Int, TestError>()
  private let unfailing = ScriptedPublisher<Int, Never>()

  @Test("concatMap and concatenated let 32 elements wait")
  func concatMap() {
    let (failing, unfailing) = (failing, unfailing)
    expectEqual(failing.concatMap { _ in failing }.bufferSize, 32)
    expectEqual(unfailing.concatMap { _ in failing }.bufferSize, 32)
    expectEqual(failing.concatMap { _ in unfailing }.bufferSize, 32)
    #expect(ScriptedPublisher<ScriptedPublisher<Int, Never>, Never>().concatenated().bufferSize == 32)
  }

  @Test("orderedFlatMap lets 32 elements of each publisher wait")
  func orderedFlatMap() {
    let (failing, unfailing) = (failing, unfailing)
    expectEqual(failing.orderedFlatMap(maxPublishers: 2) { _ in failing }.bufferSize, 32)
    expectEqual(unfailing.orderedFlatMap(maxPublishers: 2) { _ in failing }.bufferSize, 32)
    expectEqual(failing.orderedFlatMap(maxPublishers: 2) { _ in unfailing }.bufferSize, 32)
  }

  @Test("flatMapRace runs 32 publishers")
  func flatMapRace() {
    let (failing, unfailing) = (failing, unfailing)
    expectEqual(failing.flatMapRace { _ in failing }.maxPublishers, .max(32))
    expectEqual(unfailing.flatMapRace { _ in failing }.maxPublishers, .max(32))
    expectEqual(failing.flatMapRace { _ in unfailing }.maxPublishers, .max(32))
  }

  @Test("expand runs one publisher, and lets 1,024 elements wait")
  func expand() {
    let (failing, unfailing) = (failing, unfailing)
    let same = failing.expand { _ in failing }
    let widened = unfailing.expand { _ in failing }
    let lifted = failing.expand { _ in unfailing }
    expectEqual([same.maxPublishers, widened.maxPublishers, lifted.maxPublishers], [1, 1, 1])
    expectEqual([same.maxPending, widened.maxPending, lifted.maxPending], [1_024, 1_024, 1_024])
  }

  @Test("Separators stand after each element, windows begin with each, and numbers at zero")
  func counts() {
    expectEqual(failing.interspersed(with: 0).count, 1)
    expectEqual([1, 2, 3].publisher.windows(ofCount: 2).record().values, [[1, 2], [2, 3]])
    expectEqual([7].publisher.enumerated().record().values.map(\.offset), [0])
  }
}
