import StreamCore
import TestSupport
import Testing

@Suite("sink")
struct SinkTests {
  @Test("Calls the closures for the value, then once for the completion")
  func callsClosures() {
    let log = Box<[String]>([])
    let cancellable = Just(1).sink(
      receiveCompletion: { completion in log.update { $0.append("\(completion)") } },
      receiveValue: { value in log.update { $0.append("\(value)") } })
    expectEqual(log.value, ["1", "finished"])
    cancellable.cancel()
    expectEqual(log.value, ["1", "finished"])
  }

  @Test("Requests unlimited demand as soon as it is attached")
  func asksForEverything() {
    let upstream = ScriptedPublisher<Int, Never>()
    let cancellable = upstream.sink { _ in }
    expectEqual(upstream.requests, [.demand(.unlimited)])
    expectEqual(upstream.send(1), .none)
    cancellable.cancel()
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
  }

  @Test("Calls its completion closure with a failure")
  func tellsOfFailure() {
    let completion = Box<Subscribers.Completion<TestError>?>(nil)
    let cancellable = Fail<Int, TestError>(error: TestError()).sink(
      receiveCompletion: { completion.value = $0 }, receiveValue: { _ in })
    expectEqual(completion.value, .failure(TestError()))
    cancellable.cancel()
  }

  @Test("Receives nothing after a cancel, not even the completion")
  func hearsNothingAfterCancel() {
    let subject = PassthroughSubject<String, Never>()
    let log = Box<[String]>([])
    let cancellable = subject.sink(
      receiveCompletion: { completion in log.update { $0.append("\(completion)") } },
      receiveValue: { value in log.update { $0.append(value) } })
    subject.send("Hello")
    cancellable.cancel()
    subject.send("Combine")
    subject.send(completion: .finished)
    expectEqual(log.value, ["Hello"])
  }

  @Test("A sink whose cancellable is not kept receives nothing")
  func diesUnretained() {
    let subject = PassthroughSubject<Int, Never>()
    let count = Box(0)
    _ = subject.sink { _ in count.update { $0 += 1 } }
    subject.send(1)
    expectEqual(count.value, 0)
  }

  @Test("Ignores signals after the completion")
  func ignoresLateSignals() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let values = Box<[Int]>([])
    let completions = Box(0)
    let sink = Subscribers.Sink<Int, TestError>(
      receiveCompletion: { _ in completions.update { $0 += 1 } },
      receiveValue: { value in values.update { $0.append(value) } })
    upstream.subscribe(sink)
    upstream.send(1)
    upstream.send(completion: .finished)
    upstream.send(2)
    upstream.send(completion: .failure(TestError()))
    expectEqual(values.value, [1])
    expectEqual(completions.value, 1)
    expect(!upstream.isCancelled, "A stream that has ended is not cancelled.")
  }

  @Test("Cancels a second subscription, and keeps the first (rule 1)")
  func cancelsSecondSubscription() {
    let upstream = ScriptedPublisher<Int, Never>()
    let cancellable = upstream.sink { _ in }
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.demand(.unlimited), .cancel])
    cancellable.cancel()
  }

  @Test("Cancels a subscription that comes after it was cancelled")
  func cancelsLateSubscription() {
    let upstream = ScriptedPublisher<Int, Never>(sendsSubscription: false)
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    upstream.subscribe(sink)
    sink.cancel()
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A cancel from inside the closure ends the stream")
  func cancelsFromInside() {
    let values = Box<[Int]>([])
    let cancellable = Box<AnyCancellable?>(nil)
    let subject = PassthroughSubject<Int, Never>()
    cancellable.value = subject.sink { value in
      values.update { $0.append(value) }
      cancellable.value = nil
    }
    subject.send(1)
    subject.send(2)
    expectEqual(values.value, [1])
  }

  @Test(
    "Releases its closures at the end, though it is itself kept, by upstream too (rule 7)",
    arguments: Ending.allCases)
  func releasesClosures(ending: Ending) {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    weak var token: Token?
    let sink: Subscribers.Sink<Int, TestError>
    do {
      let kept = Token()
      token = kept
      sink = Subscribers.Sink(
        receiveCompletion: { _ in withExtendedLifetime(kept) {} }, receiveValue: { _ in withExtendedLifetime(kept) {} })
    }
    upstream.subscribe(sink)
    upstream.send(1)
    expect(token != nil)
    switch ending {
    case .finish: upstream.send(completion: .finished)
    case .failure: upstream.send(completion: .failure(TestError()))
    case .cancel: sink.cancel()
    }
    expect(token == nil)
    withExtendedLifetime((sink, upstream)) {}
  }

  enum Ending: CaseIterable {
    case finish, failure, cancel
  }

  @Test("The closures are released outside any lock: their deinit may call back (rule 6)")
  func releaseMayReenter() {
    final class Canceller: Sendable {
      let sink = Box<Subscribers.Sink<Int, Never>?>(nil)
      let reentered: Box<Int>

      init(_ reentered: Box<Int>) {
        self.reentered = reentered
      }

      deinit {
        reentered.update { $0 += 1 }
        sink.value?.cancel()
        sink.value?.receive(completion: .finished)
        _ = sink.value?.receive(1)
      }
    }
    let reentered = Box(0)
    let upstream = ScriptedPublisher<Int, Never>()
    weak var weakSink: Subscribers.Sink<Int, Never>?
    do {
      let canceller = Canceller(reentered)
      let sink = Subscribers.Sink<Int, Never>(
        receiveCompletion: { [canceller] _ in withExtendedLifetime(canceller) {} }, receiveValue: { _ in })
      canceller.sink.value = sink
      weakSink = sink
      upstream.subscribe(sink)
    }
    expect(weakSink != nil)
    upstream.send(completion: .finished)
    expectEqual(reentered.value, 1)
    expect(weakSink == nil)
  }

  @Test("Releases its closures only after a delivery on another thread has returned")
  func releaseWaitsForDelivery() {
    for _ in 0..<200 {
      let subject = PassthroughSubject<Int, Never>()
      let token = Token()
      let sum = Box(0)
      let cancellable = subject.sink { value in
        withExtendedLifetime(token) { sum.update { $0 += value } }
      }
      concurrently(2) { thread in
        if thread == 0 {
          for _ in 0..<20 { subject.send(1) }
        } else {
          cancellable.cancel()
        }
      }
      expect(sum.value <= 20)
    }
  }

  @Test("Describes itself as Sink")
  func describesItself() {
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    expectEqual(sink.description, "Sink")
    expectEqual(sink.playgroundDescription as? String, "Sink")
    expectEqual(sink.customMirror.children.map(\.label), ["status"])
  }

  @Test("Its closures can be read, until the end")
  func showsClosures() {
    let values = Box<[Int]>([])
    let sink = Subscribers.Sink<Int, Never>(
      receiveCompletion: { _ in values.update { $0.append(-1) } },
      receiveValue: { value in values.update { $0.append(value) } })
    sink.receiveValue(1)
    sink.receiveCompletion(.finished)
    expectEqual(values.value, [1, -1])
    sink.cancel()
    sink.receiveValue(2)
    sink.receiveCompletion(.finished)
    expectEqual(values.value, [1, -1])
  }
}
