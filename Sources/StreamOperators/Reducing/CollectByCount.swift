public import StreamCore
public import StreamParts

extension Publisher {
  /// Collects the elements in arrays of a given length.
  ///
  ///     upstream      --1--2-----3--4-----5--|
  ///     collect(2)
  ///     downstream    -----A--------B--------(C|)
  ///     A = [1, 2], B = [3, 4], C = [5]
  ///
  /// ```swift
  /// import Streams
  ///
  /// let cancellable = (1...5).publisher
  ///   .collect(2)
  ///   .sink { print($0) }
  /// ```
  ///
  /// Use it to write or to send elements in batches of a fixed length. The last array may be shorter, and a failure
  /// drops the elements of an incomplete one. Elements of a slow stream wait until an array is full;
  /// `collect(.byTimeOrCount(…))` limits the wait.
  ///
  /// - **Demand**: each requested array requests `count` elements from upstream.
  /// - **Completion**: passed on, after a shorter array of the remaining elements, if any.
  /// - **Failure**: passed on immediately; elements collected for an incomplete array are dropped.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter count: The length of the arrays, one or more. Any other number traps.
  /// - Returns: A publisher of arrays of `count` elements, the last of which may be shorter.
  /// - Complexity: O(`count`) memory, and O(1) for each element.
  @inlinable
  public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
    Publishers.CollectByCount(upstream: self, count: count)
  }
}

extension Publishers {
  /// A publisher that collects the elements of another in arrays of a given length.
  @frozen
  public struct CollectByCount<Upstream: Publisher>: Publisher, ReleasingPublisher {
    /// Elements of upstream.
    public typealias Output = [Upstream.Output]
    public typealias Failure = Upstream.Failure

    /// The publisher whose elements are collected.
    public let upstream: Upstream

    /// The length of the arrays.
    public let count: Int

    /// Creates a publisher that collects the elements of another in arrays of a given length.
    ///
    /// - Parameters:
    ///   - upstream: The publisher whose elements are collected.
    ///   - count: The length of the arrays, one or more. Any other number traps.
    @inlinable
    public init(upstream: Upstream, count: Int) {
      precondition(count > 0, "The number of elements to collect must be one or more (rule 9).")
      self.upstream = upstream
      self.count = count
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(CollectByCountInner(downstream: subscriber, count: count))
    }
  }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publishers.CollectByCount: Sendable where Upstream: Sendable {}

@usableFromInline
struct CollectByCountInner<Input, Downstream: Subscriber>: TerminatingInner where Downstream.Input == [Input] {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("CollectByCount")
  @usableFromInline let count: Int

  /// The elements collected since the last array. Not reserved in advance: `count` may be far larger than the
  /// stream is long.
  @usableFromInline let collected = SerialState([Input]())

  @inlinable
  init(downstream: Downstream, count: Int) {
    self.downstream = downstream
    self.count = count
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard upstream.attach(subscription) else { return }
    downstream.receive(subscription: MultiplyingSubscription(upstream: upstream, factor: count))
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    collected.value.append(input)
    return collected.value.count < count ? .none : downstream.receive(take()) * count
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard upstream.isActive else { return FailureHook.report(late: completion, at: upstream) }
    if case .finished = completion, !collected.value.isEmpty {
      // The demand that downstream returns for the last array is dropped: the stream is complete.
      upstream.stopValues()
      _ = downstream.receive(take())
    }
    guard upstream.terminate() != nil else { return }
    downstream.receive(completion: completion)
  }

  @inlinable
  func take() -> [Input] {
    let elements = collected.value
    collected.value = []
    return elements
  }
}

/// Multiplies the demand: requests `count` elements for each array that downstream requests.
@usableFromInline
final class MultiplyingSubscription: StageSubscription, Sendable {
  private let upstream: UpstreamSubscription
  private let factor: Int

  @usableFromInline
  init(upstream: UpstreamSubscription, factor: Int) {
    self.upstream = upstream
    self.factor = factor
  }

  @usableFromInline var description: String { upstream.description }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> { ["upstream": upstream] }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    upstream.request(demand * factor)
  }

  @usableFromInline
  func cancel() {
    upstream.cancel()
  }
}
