import Dispatch
import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

/// What comes out of a timed operator on one thread, while another brings it something, on queues of Dispatch.
@Suite("Order of timed operators under sends of several threads")
struct OrderUnderFireTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let queue: @Sendable () -> DispatchQueue
  }

  static let queues = [
    Kind(testDescription: "a concurrent queue") { .global() },
    Kind(testDescription: "a serial queue") { DispatchQueue(label: "serial") },
  ]

  private let runs = manyTimes / 4_000

  /// Sends `sent` and an end, run by run, and compares what comes. Four threads do so at once, each with streams of its
  /// own: threads that are put to sleep in the middle are what brings them out of order.
  private func check<P: Publisher & SendableMetatype>(
    sending sent: Range<Int>, through apply: @escaping @Sendable (PassthroughSubject<Int, Never>) -> P,
    _ isRight: @escaping @Sendable ([P.Output]) -> Bool
  ) where P.Failure == Never, P.Output: Sendable & SendableMetatype {
    let wrong = Box<[[P.Output]]>([])
    concurrently(4) { [runs] _ in
      for _ in 0..<runs {
        let source = PassthroughSubject<Int, Never>()
        let values = Box<[P.Output]>([])
        let end = DispatchSemaphore(value: 0)
        let subscription = apply(source).sink(
          receiveCompletion: { _ in end.signal() }, receiveValue: { value in values.update { $0.append(value) } })
        for number in sent { source.send(number) }
        source.send(completion: .finished)
        if !end.waitPatiently() || !isRight(values.value) { wrong.update { $0.append(values.value) } }
        subscription.cancel()
      }
    }
    expect(wrong.value.isEmpty, "\(wrong.value.count) of \(runs * 4) runs, the first: \(wrong.value.first ?? [])")
  }

  @Test("delay loses no value, and keeps the order of values and completion", arguments: queues)
  func delay(kind: Kind) {
    let queue = kind.queue()
    check(sending: 0..<400) {
      $0.delay(for: .microseconds(5), scheduler: queue)
    } _: {
      $0 == Array(0..<400)
    }
  }

  @Test("collect by time or count loses no value, and keeps their order", arguments: queues)
  func collect(kind: Kind) {
    let queue = kind.queue()
    check(sending: 0..<400) {
      $0.collect(.byTimeOrCount(queue, .microseconds(5), 7))
    } _: {
      $0.flatMap { $0 } == Array(0..<400)
    }
  }

  @Test("debounceKeepingLast delivers in order, and the last value before the completion", arguments: queues)
  func debounce(kind: Kind) {
    let queue = kind.queue()
    check(sending: 0..<400) {
      $0.debounceKeepingLast(for: .nanoseconds(500), scheduler: queue)
    } _: {
      $0.last == 399 && zip($0, $0.dropFirst()).allSatisfy(<)
    }
  }

  @Test("timeout delivers values before its failure, and none after it", arguments: queues)
  func timeout(kind: Kind) {
    let queue = kind.queue()
    for _ in 0..<runs {
      let source = PassthroughSubject<Int, Never>()
      let values = Box<[Int]>([])
      let end = DispatchSemaphore(value: 0)
      let subscription = source.timeout(.microseconds(20), scheduler: queue).sink(
        receiveCompletion: { _ in
          values.update { $0.append(-1) }
          end.signal()
        }, receiveValue: { value in values.update { $0.append(value) } })
      for number in 0..<400 { source.send(number) }
      expect(end.waitPatiently())
      expect(values.value.dropLast().elementsEqual(0..<(values.value.count - 1)), "\(values.value)")
      expectEqual(values.value.last, -1)
      subscription.cancel()
    }
  }

  @Test("retry(on:intervals:) makes each attempt, and delivers its values in order", arguments: queues)
  func delayedRetry(kind: Kind) {
    let queue = kind.queue()
    for _ in 0..<runs {
      let attempts = Box(0)
      let values = Box<[Int]>([])
      let end = DispatchSemaphore(value: 0)
      let subscription = Deferred { () -> Record<Int, TestError> in
        let attempt = attempts.increment()
        return Record(output: [attempt, -attempt], completion: attempt < 6 ? .failure(TestError()) : .finished)
      }
      .retry(on: queue, intervals: [0.000_001, 0.000_001, 0.000_001, 0.000_001, 0.000_001])
      .sink(receiveCompletion: { _ in end.signal() }, receiveValue: { value in values.update { $0.append(value) } })
      expect(end.waitPatiently())
      expectEqual(values.value, (1...6).flatMap { [$0, -$0] })
      subscription.cancel()
    }
  }
}
