import Foundation
import StreamCore
import StreamURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A subscriber that writes down what a data task's publisher says, and that a test can wait for.
final class Recorder: Subscriber, Sendable {
  enum Signal: Equatable, Sendable {
    case subscribed
    case value(status: Int, body: String)
    case finished
    case failed(URLError.Code)
  }

  let signals = Watched<[Signal]>([])
  private let initialDemand: Subscribers.Demand
  private let onValue: @Sendable (Recorder) -> Void
  private let onRelease: @Sendable () -> Void
  private let subscription = Watched<(any Subscription)?>(nil)

  /// - Parameters:
  ///   - initialDemand: What is requested inside `receive(subscription:)`.
  ///   - onValue: Runs inside `receive(_:)`.
  ///   - onRelease: Runs when this is released.
  init(
    initialDemand: Subscribers.Demand = .unlimited, onValue: @escaping @Sendable (Recorder) -> Void = { _ in },
    onRelease: @escaping @Sendable () -> Void = {}
  ) {
    self.initialDemand = initialDemand
    self.onValue = onValue
    self.onRelease = onRelease
  }

  deinit {
    onRelease()
  }

  func receive(subscription: any Subscription) {
    self.subscription.update { $0 = subscription }
    signals.update { $0.append(.subscribed) }
    if initialDemand != .none { subscription.request(initialDemand) }
  }

  func receive(_ input: (data: Data, response: URLResponse)) -> Subscribers.Demand {
    let status = (input.response as? HTTPURLResponse)?.statusCode ?? 0
    signals.update { $0.append(.value(status: status, body: String(decoding: input.data, as: UTF8.self))) }
    onValue(self)
    return .none
  }

  func receive(completion: Subscribers.Completion<URLError>) {
    signals.update { signals in
      switch completion {
      case .finished: signals.append(.finished)
      case .failure(let error): signals.append(.failed(error.code))
      }
    }
  }

  /// The subscription. The recorder keeps it for as long as it lives.
  var attached: (any Subscription)? { subscription.value }

  func request(_ demand: Subscribers.Demand) {
    attached?.request(demand)
  }

  func cancel() {
    attached?.cancel()
  }

  /// Waits for the completion.
  ///
  /// - Returns: All signals, or those until the time limit.
  func signalsUntilCompletion() async -> [Signal] {
    _ = await signals.wait { $0.last == .finished || $0.last?.isFailure == true }
    return signals.value
  }
}

extension Recorder.Signal {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
