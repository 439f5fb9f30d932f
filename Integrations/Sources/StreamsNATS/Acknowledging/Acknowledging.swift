public import Foundation
public import StreamCore

extension Publisher where Output == JetStreamMessage {
  /// Handles each message with a closure, and acknowledges it when downstream has taken the value that it led to.
  ///
  ///     upstream      --a---b---c---
  ///     acknowledging { try handle($0) }
  ///     downstream    --1-------3---
  ///     log           --+---re--+---
  ///
  /// A message whose closure throws is refused, to be delivered again after a delay, or goes to the dead letters: see
  /// ``AcknowledgementPolicy``. The stream goes on. While the closure runs, the time to acknowledge is extended.
  /// Messages are handled **at least once**: if the program ends before the log knows of the acknowledgement, the
  /// message is delivered again.
  ///
  /// - **Demand**: passed upstream unchanged; one more for each message that leads to no value.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: an upstream failure is passed on unchanged. An error of the closure ends nothing; it is reported to
  ///   ``AcknowledgementPolicy/onFailure``.
  /// - **Threads**: the closure runs where upstream delivers, for one message at a time; it may block.
  ///
  /// - Parameters:
  ///   - policy: What happens to a message whose closure throws.
  ///   - handle: Makes a value of a message, or throws.
  /// - Returns: A publisher of the values.
  @preconcurrency
  public func acknowledging<Value>(
    _ policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    _ handle: @escaping @Sendable (JetStreamMessage) throws -> Value
  ) -> JetStreamAcknowledging<Self, Value> {
    JetStreamAcknowledging(upstream: self, policy: policy, handle: handle)
  }

  /// Decodes each message, handles its value with a closure, and acknowledges the message when downstream has taken the
  /// result.
  ///
  /// ```swift
  /// client.consumer("billing", of: "ORDERS").acknowledging(Order.self, with: JSONDecoder()) { try bill($0) }
  /// ```
  ///
  ///     upstream      --m-----m-----m---
  ///     bill          --r-----x-----r---
  ///     downstream    --r-----------r---
  ///
  /// A message that cannot be decoded goes to the dead letters at once, if there are any.
  ///
  /// - **Demand**: passed upstream unchanged; one more for each message that leads to no value.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: an upstream failure is passed on unchanged; an error of the decoder or the closure ends nothing.
  /// - **Threads**: decoder and closure run where upstream delivers, for one message at a time; they may block.
  ///
  /// - Parameters:
  ///   - type: The type of the messages' values.
  ///   - decoder: Decodes them.
  ///   - policy: What happens to a message whose closure throws.
  ///   - handle: Makes a result of a value, or throws.
  /// - Returns: A publisher of the results.
  @preconcurrency
  public func acknowledging<Value: Decodable & SendableMetatype, Result, Decoder: TopLevelDecoder & Sendable>(
    _ type: Value.Type, with decoder: Decoder, _ policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    _ handle: @escaping @Sendable (Value) throws -> Result
  ) -> JetStreamAcknowledging<Self, Result> where Decoder.Input == Data {
    acknowledging(policy) { try handle($0.decode(type, with: decoder)) }
  }
}

/// A publisher that handles messages with a closure and acknowledges them: see `acknowledging(_:_:)`.
public struct JetStreamAcknowledging<Upstream: Publisher, Output>: Publisher where Upstream.Output == JetStreamMessage {
  /// The failure of upstream.
  public typealias Failure = Upstream.Failure

  /// The publisher of messages.
  public let upstream: Upstream

  /// What happens to a message whose closure throws.
  public let policy: AcknowledgementPolicy

  /// Makes a value of a message, or throws.
  public let handle: @Sendable (JetStreamMessage) throws -> Output

  @preconcurrency
  public init(
    upstream: Upstream, policy: AcknowledgementPolicy = AcknowledgementPolicy(),
    handle: @escaping @Sendable (JetStreamMessage) throws -> Output
  ) {
    (self.upstream, self.policy, self.handle) = (upstream, policy, handle)
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Upstream.Failure {
    upstream.subscribe(Inner(downstream: subscriber, publisher: self))
  }
}

extension JetStreamAcknowledging: Sendable where Upstream: Sendable {}

extension JetStreamAcknowledging {
  /// Hands the upstream's subscription on: it neither manages demand nor ends the stream.
  private struct Inner<Downstream: Subscriber>: Subscriber, CustomStringConvertible
  where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
    let combineIdentifier = CombineIdentifier()
    let description = "JetStreamAcknowledging"
    private let downstream: Downstream
    private let policy: AcknowledgementPolicy
    private let handle: @Sendable (JetStreamMessage) throws -> Output
    private let work: WorkInProgress

    init(downstream: Downstream, publisher: JetStreamAcknowledging) {
      self.downstream = downstream
      (policy, handle) = (publisher.policy, publisher.handle)
      work = WorkInProgress(interval: publisher.policy.progressInterval)
    }

    func receive(subscription: any Subscription) {
      downstream.receive(subscription: subscription)
    }

    func receive(_ input: JetStreamMessage) -> Subscribers.Demand {
      guard !policy.givesUp(input) else { return .max(1) }
      let number = work.begin(input)
      defer { work.end(number) }
      do {
        let value = try handle(input)
        let demand = downstream.receive(value)
        input.acknowledge()
        return demand
      } catch {
        policy.refuse(input, error)
        return .max(1)
      }
    }

    func receive(completion: Subscribers.Completion<Upstream.Failure>) {
      work.end()
      downstream.receive(completion: completion)
    }
  }
}
