import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("removeDuplicates")
struct RemoveDuplicatesTests {
  @Test("Leaves out elements equal to the one before; they may reappear later")
  func values() {
    let recorder = ["aaa", "aaa", "bbbb", "ccc", "bbbb"].publisher.removeDuplicates().record()
    expectEqual(recorder.values, ["aaa", "bbbb", "ccc", "bbbb"])
    expect(recorder.isFinished)
  }

  @Test("Compares with the element sent last, not with one that was left out")
  func comparesWithSent() {
    let recorder = [1, 2, 3, 4, 5].publisher.removeDuplicates { abs($0 - $1) < 2 }.record()
    expectEqual(recorder.values, [1, 3, 5])
  }

  @Test("nil is an element")
  func optionals() {
    let recorder = [nil, nil, 1, nil].publisher.removeDuplicates().record()
    expectEqual(recorder.values, [nil, 1, nil])
  }

  @Test("The closure gets the earlier element first, and is not called for the first element")
  func order() {
    let asked = Box<[[Int]]>([])
    _ = [1, 2, 2].publisher.removeDuplicates { a, b in
      asked.update { $0.append([a, b]) }
      return a == b
    }.record()
    expectEqual(asked.value, [[1, 2], [2, 2]])
  }

  @Test("Releases the remembered element at the end (rule 7)", arguments: [true, false])
  func releasesElement(isCancelled: Bool) {
    let alive = Box(0)
    let subject = PassthroughSubject<Counted, Never>()
    let recorder = RecordingSubscriber<Counted, Never>()
    subject.removeDuplicates { $0 === $1 }.subscribe(recorder)
    subject.send(Counted(alive))
    let subscription = recorder.subscription
    recorder.forget()
    expectEqual(alive.value, 1)
    if isCancelled { subscription?.cancel() } else { subject.send(completion: .finished) }
    expectEqual(alive.value, 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("Each subscription has its own state (rule 8)")
  func independent() {
    let subject = PassthroughSubject<Int, Never>()
    let publisher = subject.removeDuplicates()
    let first = publisher.record()
    subject.send(1)
    let second = publisher.record()
    subject.send(1)
    expectEqual(first.values, [1])
    expectEqual(second.values, [1])
  }

  @Test("Very many dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = repeatElement(7, count: manyTimes).publisher.removeDuplicates().record(demand: .max(2))
    expectEqual(recorder.values, [7])
    expect(recorder.isFinished)
  }
}
