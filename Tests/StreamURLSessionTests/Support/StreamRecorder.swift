import Foundation
import StreamCore

/// A subscriber that writes down what any publisher says, and that a test can wait for.
final class StreamRecorder<Input, Failure: Error>: Subscriber, Sendable {
  struct Record {
    var values: [Input] = []
    var isFinished = false
    var failure: Failure?
    var overlaps = 0
    fileprivate var isInside = false

    var hasEnded: Bool { isFinished || failure != nil }
  }

  let record = Watched(Record())
  private let initialDemand: Subscribers.Demand
  private let onValue: @Sendable (Input, StreamRecorder) -> Subscribers.Demand
  private let subscription = Watched<(any Subscription)?>(nil)
  private let onRelease: @Sendable () -> Void

  /// - Parameters:
  ///   - demand: What is requested inside `receive(subscription:)`.
  ///   - onRelease: Runs when this is released.
  ///   - onValue: Runs inside `receive(_:)`; says how much more is wanted.
  init(
    demand: Subscribers.Demand = .unlimited, onRelease: @escaping @Sendable () -> Void = {},
    onValue: @escaping @Sendable (Input, StreamRecorder) -> Subscribers.Demand = { _, _ in .none }
  ) {
    initialDemand = demand
    self.onRelease = onRelease
    self.onValue = onValue
  }

  deinit {
    onRelease()
  }

  func receive(subscription: any Subscription) {
    self.subscription.update { $0 = subscription }
    if initialDemand != .none { subscription.request(initialDemand) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    record.update { record in
      if record.isInside { record.overlaps += 1 }
      record.isInside = true
      record.values.append(input)
    }
    let demand = onValue(input, self)
    record.update { $0.isInside = false }
    return demand
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    record.update { record in
      if record.isInside { record.overlaps += 1 }
      switch completion {
      case .finished: record.isFinished = true
      case .failure(let error): record.failure = error
      }
    }
  }

  var values: [Input] { record.value.values }

  var attached: (any Subscription)? { subscription.value }

  func request(_ demand: Subscribers.Demand) {
    attached?.request(demand)
  }

  func cancel() {
    attached?.cancel()
  }

  /// Waits for the completion.
  ///
  /// - Returns: All that was written down, until the time limit.
  func untilEnd() async -> Record {
    _ = await record.wait { $0.hasEnded }
    return record.value
  }
}

extension StreamRecorder where Input == Data {
  var bytes: [UInt8] { values.flatMap { Array($0) } }
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Publisher {
  func stream(
    demand: Subscribers.Demand = .unlimited,
    onValue: @escaping @Sendable (Output, StreamRecorder<Output, Failure>) -> Subscribers.Demand = { _, _ in .none }
  ) -> StreamRecorder<Output, Failure> {
    let recorder = StreamRecorder<Output, Failure>(demand: demand, onValue: onValue)
    subscribe(recorder)
    return recorder
  }
}
