import TestSupport
import Testing

@testable import StreamCore

/// Values at hand, which a pipeline of forwarding stages delivers to its sink without a subscription.
@Suite("A sink, of values at hand")
struct SinkAtHandTests {
  /// Counts without end, and how often it has been asked.
  private struct Endless: Sequence, IteratorProtocol {
    let pulled: Box<Int>
    var number = 0

    mutating func next() -> Int? {
      number += 1
      pulled.value = number
      return number
    }
  }

  /// Sends two subscriptions, of which the second must be cancelled.
  private struct Twice: Publisher, ReleasingPublisher {
    typealias Output = Int
    typealias Failure = Never

    let others: PassthroughSubject<Int, Never>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      others.receive(subscriber: subscriber)
      Just(1).receive(subscriber: subscriber)
    }
  }

  private let log = Box<[String]>([])

  private func note(_ text: String) {
    log.update { $0.append(text) }
  }

  private func attach<P: Publisher<Int, TestError>>(_ publisher: P) -> AnyCancellable {
    publisher.sink(receiveCompletion: { note("\($0)") }, receiveValue: { note("\($0)") })
  }

  private func attach<P: Publisher<Int, Never>>(_ publisher: P) -> AnyCancellable {
    attach(Publishers.SetFailureType<P, TestError>(upstream: publisher))
  }

  @Test("The values come before the completion, and before sink returns")
  func order() {
    let cancellables = [
      attach([1, 2].publisher), attach(Just(3)), attach(Empty<Int, Never>(completeImmediately: true)),
      attach(Fail<Int, TestError>(error: TestError("lost"))), attach(Result<Int, TestError>.success(4).publisher),
      attach(Int?.none.publisher), attach(Future<Int, TestError> { $0(.success(5)) }),
    ]
    let signals = log.value
    expectEqual(signals.prefix(5), ["1", "2", "finished", "3", "finished"])
    expectEqual(signals.dropFirst(5).first, "finished")
    expectEqual(signals.dropFirst(6).first, "failure(\(TestError("lost")))")
    expectEqual(signals.dropFirst(7), ["4", "finished", "finished", "5", "finished"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("After a cancel inside the delivery, the next value is not asked for, and another stream is refused")
  func endsInside() {
    let pulled = Box(0)
    let upstream = SharedSinkUpstream()
    let sink = SinkSubscriber<Int, Never>(
      upstream: upstream, receiveCompletion: { _ in note("end") },
      receiveValue: { value in
        note("\(value)")
        if value == 3 { upstream.cancel() }
      })
    Publishers.Sequence(sequence: Endless(pulled: pulled)).subscribe(sink)
    expectEqual(log.value, ["1", "2", "3"])
    expectEqual(pulled.value, 3)
    // A second stream is refused, as a second subscription is (rule 1).
    Just(4).subscribe(sink)
    expectEqual(log.value, ["1", "2", "3"])
  }

  @Test("After another subscription they are not delivered (rule 1)")
  func secondStream() {
    let others = PassthroughSubject<Int, Never>()
    let cancellable = Twice(others: others).sink { note("\($0)") }
    expectEqual(log.value, [])
    others.send(2)
    expectEqual(log.value, ["2"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("A cancel before the stream begins prevents it")
  func cancelledBefore() {
    let upstream = SharedSinkUpstream()
    upstream.cancel()
    let pulled = Box(0)
    Publishers.Sequence(sequence: Endless(pulled: pulled)).subscribe(
      SinkSubscriber<Int, Never>(
        upstream: upstream, receiveCompletion: { _ in note("end") }, receiveValue: { _ in note("value") }))
    expectEqual(log.value, [])
    expect(pulled.value <= 1)
  }

  @Test("The closures are released at the end, while the cancellable is kept (rule 7)")
  func release() {
    weak var token: Token?
    let upstream = SharedSinkUpstream()
    do {
      let newToken = Token()
      token = newToken
      [1, 2].publisher.subscribe(
        SinkSubscriber<Int, Never>(
          upstream: upstream, receiveCompletion: { _ in withExtendedLifetime(newToken) {} },
          receiveValue: { _ in withExtendedLifetime(newToken) {} }))
    }
    expect(token == nil)
    expectEqual("\(upstream.customMirror.children.first?.value ?? "")", "terminated")
  }
}
