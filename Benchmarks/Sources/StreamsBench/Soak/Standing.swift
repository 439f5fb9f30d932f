import Dispatch
import Streams

/// Pipelines that live as long as the soak: what they kept of each value would add up.
// Sendable: the cancellables are only released.
final class Standing: @unchecked Sendable {
  private let subject = PassthroughSubject<Int, Never>()
  private let current = CurrentValueSubject<Int, Never>(0)
  private let received = Count()
  private let cancellables: [AnyCancellable]

  init() {
    let queue = DispatchQueue(label: "soak.standing")
    let received = received
    let shared = subject.share(replay: 16)
    let count: @Sendable (Int) -> Void = { _ in received.add() }
    cancellables = [
      shared.sink(receiveValue: count),
      shared.map { $0 + 1 }.filter { $0 > 0 }.scan(0) { $0 &+ $1 }.sink(receiveValue: count),
      subject.debounce(for: .milliseconds(5), scheduler: queue).sink(receiveValue: count),
      subject.throttle(for: .milliseconds(5), scheduler: queue, latest: true).sink(receiveValue: count),
      subject.collect(.byTimeOrCount(queue, .milliseconds(20), 1_000)).map(\.count).sink(receiveValue: count),
      subject.combineLatest(current).map { $0 &+ $1 }.sink(receiveValue: count),
      subject.merge(with: current).sink(receiveValue: count),
      subject.flatMap { (0..<$0 % 4).publisher }.sink(receiveValue: count),
      subject.map { Just($0) }.switchToLatest().sink(receiveValue: count),
      subject.asyncMap { $0 }.sink(receiveValue: count),
      Publishers.interval(.milliseconds(5), scheduler: queue).withLatestFrom(subject).map { $0 &+ $1 }
        .sink(receiveValue: count),
    ]
  }

  /// Sends values into all of them.
  ///
  /// - Returns: The number of values that have come, of all time.
  func send(_ count: Int) -> Int {
    for value in 0..<count {
      subject.send(value)
      current.send(value)
    }
    return received.value
  }
}
