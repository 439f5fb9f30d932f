import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("Typed failures of filtering")
struct TypedFailureTests {
  private struct Odd: Error, Equatable {
    var number: Int
  }

  private static let small: @Sendable (Int) throws(Odd) -> Bool = { number throws(Odd) in
    guard number != 5 else { throw Odd(number: number) }
    return number < 3
  }

  private static let same: @Sendable (Int, Int) throws(Odd) -> Bool = { (old, new) throws(Odd) in
    guard new != 5 else { throw Odd(number: new) }
    return old == new
  }

  @Test("An error thrown becomes a failure of its type where upstream cannot fail")
  func thrown() {
    let subject = PassthroughSubject<Int, Never>()
    let filter: RecordingSubscriber<Int, Odd> = subject.tryFilter(Self.small).record()
    let first: RecordingSubscriber<Int, Odd> = subject.tryFirst { number throws(Odd) in try !Self.small(number) }
      .record()
    let last: RecordingSubscriber<Int, Odd> = subject.tryLast(where: Self.small).record()
    let drop: RecordingSubscriber<Int, Odd> = subject.tryDrop(while: Self.small).record()
    let prefix: RecordingSubscriber<Int, Odd> = subject.tryPrefix(while: Self.small).record()
    let unique: RecordingSubscriber<Int, Odd> = subject.tryRemoveDuplicates(by: Self.same).record()
    for number in [1, 2, 2, 5, 1] { subject.send(number) }
    expectEqual(filter.values, [1, 2, 2])
    expectEqual(prefix.values, [1, 2, 2])
    expectEqual(unique.values, [1, 2])
    expect(first.values.isEmpty && last.values.isEmpty && drop.values.isEmpty)
    for recorder in [filter, first, last, drop, prefix, unique] { expectEqual(recorder.failure, Odd(number: 5)) }
  }

  @Test("Upstream's failure keeps its type beside a closure that throws the same")
  func upstream() {
    let subject = PassthroughSubject<Int, Odd>()
    let recorders: [RecordingSubscriber<Int, Odd>] = [
      subject.tryFilter(Self.small).record(), subject.tryFirst(where: Self.small).record(),
      subject.tryLast(where: Self.small).record(), subject.tryDrop(while: Self.small).record(),
      subject.tryPrefix(while: Self.small).record(), subject.tryRemoveDuplicates(by: Self.same).record(),
    ]
    subject.send(completion: .failure(Odd(number: 7)))
    for recorder in recorders { expectEqual(recorder.failure, Odd(number: 7)) }
  }

  // Case XA-227.
  @Test("An error thrown cancels upstream before the send of its element returns")
  func cancels() {
    let upstreams = (0..<6).map { _ in ScriptedPublisher<Int, Never>() }
    let recorders: [RecordingSubscriber<Int, Odd>] = [
      upstreams[0].tryFilter(Self.small).record(), upstreams[1].tryFirst(where: Self.small).record(),
      upstreams[2].tryLast(where: Self.small).record(), upstreams[3].tryDrop(while: Self.small).record(),
      upstreams[4].tryPrefix(while: Self.small).record(), upstreams[5].tryRemoveDuplicates(by: Self.same).record(),
    ]
    upstreams[5].send(4)
    for upstream in upstreams { upstream.send(5) }
    expectEqual(upstreams.map(\.cancelCount), [1, 1, 1, 1, 1, 1])
    for recorder in recorders { expectEqual(recorder.failure, Odd(number: 5)) }
  }
}
