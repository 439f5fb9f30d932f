import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("removeDuplicates")
struct RemoveDuplicatesTests {
  @Test("Leaves out elements equal to the one before; they may reappear later")
  func values() {
    let recorder = ["aaa", "aaa", "bbbb", "ccc", "bbbb"].publisher.removeDuplicates().record()
    #expect(recorder.values == ["aaa", "bbbb", "ccc", "bbbb"])
    #expect(recorder.isFinished)
  }

  @Test("Compares with the element sent last, not with one that was left out")
  func comparesWithSent() {
    let recorder = [1, 2, 3, 4, 5].publisher.removeDuplicates { abs($0 - $1) < 2 }.record()
    #expect(recorder.values == [1, 3, 5])
  }

  @Test("nil is an element")
  func optionals() {
    let recorder = [nil, nil, 1, nil].publisher.removeDuplicates().record()
    #expect(recorder.values == [nil, 1, nil])
  }

  @Test("The closure gets the earlier element first, and is not called for the first element")
  func order() {
    let asked = Box<[[Int]]>([])
    _ = [1, 2, 2].publisher.removeDuplicates { a, b in
      asked.update { $0.append([a, b]) }
      return a == b
    }.record()
    #expect(asked.value == [[1, 2], [2, 2]])
  }

  @Test("For each element that it drops, it requests one more")
  func replacement() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.removeDuplicates().record(demand: .max(2)) { _ in .max(3) }
    #expect(upstream.send(1) == .max(3))
    #expect(upstream.send(1) == .max(1))
    #expect(upstream.requests == [.demand(.max(2))])
    #expect(recorder.values == [1])
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
    #expect(alive.value == 1)
    if isCancelled { subscription?.cancel() } else { subject.send(completion: .finished) }
    #expect(alive.value == 0)
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
    #expect(first.values == [1])
    #expect(second.values == [1])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    #expect(demand { $0.removeDuplicates() } == .passedOn)
  }

  @Test("Ignores upstream signals that break the contract")
  func misbehaviourIsIgnored() {
    #expect(misbehaviour { $0.removeDuplicates() } == .ignored)
    #expect(misbehaviour(ending: .failure(TestError())) { $0.removeDuplicates() } == .ignored)
  }

  @Test("Delivers nothing after a cancel, and cancels upstream once")
  func cancel() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.removeDuplicates().record()
    upstream.send(1)
    recorder.cancel()
    recorder.cancel()
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(recorder.values == [1])
    #expect(recorder.completions.isEmpty)
    #expect(upstream.cancelCount == 1)
  }

  @Test("A value sent from inside a delivery is delivered after the current one (rule 3)")
  func reentrantSend() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.removeDuplicates().record { [subject] value in
      if value == 1 { subject.send(2) }
      return .none
    }
    subject.send(1)
    #expect(recorder.values == [1, 2])
    #expect(recorder.overlaps == 0)
  }

  @Test("A failure is passed on")
  func failure() {
    let recorder = Fail<Int, TestError>(error: TestError("broken")).removeDuplicates().record()
    #expect(recorder.values == [])
    #expect(recorder.failure == TestError("broken"))
  }

  @Test("Releases downstream and of the closure, however the stream ends (rule 7)")
  func release() {
    #expect(leaks { source, token in source.removeDuplicates { token.pass($0 == $1) } } == [])
  }

  @Test("Its subscription describes itself as RemoveDuplicates")
  func description() {
    #expect(
      names { $0.removeDuplicates() } == NamesReport(subscriber: "RemoveDuplicates", subscription: "RemoveDuplicates"))
  }

  @Test("A hundred thousand dropped elements do not grow the stack")
  func manyDropped() {
    let recorder = repeatElement(7, count: 100_000).publisher.removeDuplicates().record(demand: .max(2))
    #expect(recorder.values == [7])
    #expect(recorder.isFinished)
  }
}
