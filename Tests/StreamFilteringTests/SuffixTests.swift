import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("suffix and dropLast")
struct SuffixTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  // Case XA-118.
  @Test("suffix delivers the last elements at the end, dropLast those before them as later ones come")
  func values() {
    marbles("-1-2-3--|") { $0.suffix(2) }.expect("--------(23|)")
    marbles("-1-2-3--|") { $0.dropLast() }.expect("---1-2--|")
    expectEqual((1...5).publisher.dropLast(3).record().values, [1, 2])
  }

  // Case XA-119.
  @Test("A suffix that is longer than the stream is the stream; one of no length has the end alone")
  func lengths() {
    expectEqual([1, 2].publisher.suffix(5).record().values, [1, 2])
    expectEqual([1, 2].publisher.suffix(.max).record().values, [1, 2])
    expectEqual([1, 2].publisher.suffix(0).record().events, [.subscription("Suffix"), .finished])
    expect([Int]().publisher.suffix(2).record().isFinished)
    expectEqual([1, 2].publisher.dropLast(5).record().events, [.subscription("DropLast"), .finished])
    expectEqual([1, 2].publisher.dropLast(0).record().values, [1, 2])
    expect([1, 2].publisher.dropLast(.max).record().isFinished)
  }

  // Case XA-120.
  @Test("The elements of a suffix wait for demand, and the end for them")
  func suffixWaits() {
    let upstream = Upstream()
    let recorder = upstream.suffix(2).record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for number in 1...3 { expectEqual(upstream.send(number), .none) }
    expect(recorder.values.isEmpty)
    upstream.send(completion: .finished)
    expectEqual(recorder.values, [2])
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [2, 3])
    expect(recorder.isFinished)
  }

  // Case XA-121.
  @Test("dropLast asks for as many more as it keeps, once")
  func dropLastDemand() {
    let upstream = Upstream()
    let recorder = upstream.dropLast(2).record(demand: .max(1))
    expectEqual(upstream.demand, .max(3))
    for number in 1...2 { expectEqual(upstream.send(number), .none) }
    expect(recorder.values.isEmpty)
    upstream.send(3)
    expectEqual(recorder.values, [1])
    recorder.request(.max(2))
    expectEqual(upstream.demand, .max(5))
    expectEqual(demand { $0.dropLast(0) }, .passedOn)
  }

  @Test("A failure drops what is kept")
  func failures() {
    marbles("-1-2-#") { $0.suffix(2) }.expect("-----#")
    marbles("-1-2-#") { $0.dropLast() }.expect("---1-#")
  }

  @Test("No more elements are kept than are asked for, and none after the end")
  func memory() {
    let alive = Box(0)
    let most = Box(0)
    let elements = Publishers.Map(upstream: (0..<manyTimes).publisher) { _ in
      most.update { $0 = max($0, alive.value) }
      return CountedElement(alive)
    }
    expect(elements.suffix(10).ignoreOutput().record().isFinished)
    expect(elements.dropLast(10).ignoreOutput().record().isFinished)
    expect(most.value <= 12)
    expectEqual(alive.value, 0)
  }

  @Test("Releases downstream and the elements, however the stream ends")
  func release() {
    expectEqual(leaks { source, token in Publishers.Map(upstream: source) { token.pass($0) }.suffix(2) }, [])
    expectEqual(leaks { source, token in Publishers.Map(upstream: source) { token.pass($0) }.dropLast(2) }, [])
  }

  @Test("A negative length traps where the operator is called")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).eraseToAnyPublisher().suffix(-1) }
    await #expect(processExitsWith: .failure) { _ = Just(1).eraseToAnyPublisher().dropLast(-1) }
  }
}

/// An element that is counted while it lives.
private final class CountedElement: Sendable {
  private let alive: Box<Int>

  init(_ alive: Box<Int>) {
    self.alive = alive
    alive.increment()
  }

  deinit { alive.update { $0 -= 1 } }
}
