public import StreamCore
public import StreamParts

extension Publisher {
  /// Republishes the last elements, when upstream has finished.
  ///
  ///     upstream      -1--2--3--4--|
  ///     suffix(2)
  ///     downstream    -------------(34|)
  ///
  /// - **Demand**: requests unlimited demand from upstream; the elements wait for downstream's demand. At most
  ///   `maxLength` elements are kept; no memory is reserved for them in advance.
  /// - **Completion**: right after the last element.
  /// - **Failure**: passed on, without the elements.
  /// - **Threads**: delivers where upstream finishes, or where downstream requests the elements later.
  ///
  /// - Parameter maxLength: The maximum number of elements to republish: zero or more. A negative number traps. With
  ///   zero, only the completion is passed on.
  /// - Returns: A publisher of the last `maxLength` elements, or of all if there are fewer.
  /// - Complexity: O(`maxLength`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func suffix(_ maxLength: Int) -> Publishers.Suffix<Self> {
    Publishers.Suffix(upstream: self, maxLength: maxLength)
  }
}

/// A publisher that republishes the last elements of another.
@frozen
public struct SuffixPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose last elements are republished.
  public let upstream: Upstream

  /// How many elements are republished at most.
  public let maxLength: Int

  /// Creates a publisher that republishes the last elements of another.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose last elements are republished.
  ///   - maxLength: How many elements to republish at most. A negative number traps here.
  @inlinable
  public init(upstream: Upstream, maxLength: Int) {
    precondition(maxLength >= 0, "A suffix cannot have a negative length: \(maxLength)")
    self.upstream = upstream
    self.maxLength = maxLength
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(SuffixInner(to: subscriber, maxLength: maxLength))
  }
}

extension PublisherNames {
  /// ``SuffixPublisher``, under a short name that a client's own type overrides.
  public typealias Suffix<Upstream: Publisher> = SuffixPublisher<Upstream>
}

extension SuffixPublisher: Equatable where Upstream: Equatable {}

extension SuffixPublisher: Sendable where Upstream: Sendable {}

/// Keeps the last elements until upstream finishes, then switches to a publisher of them.
@usableFromInline
struct SuffixInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let maxLength: Int
  @usableFromInline let arbiter = SubscriptionArbiter("Suffix")
  @usableFromInline let kept = SerialState(Queue<Downstream.Input>())

  @inlinable
  init(to downstream: Downstream, maxLength: Int) {
    self.downstream = downstream
    self.maxLength = maxLength
  }

  @usableFromInline var description: String { arbiter.description }

  @inlinable var combineIdentifier: CombineIdentifier { arbiter.combineIdentifier }

  @inlinable
  func receive(subscription: any Subscription) {
    guard arbiter.attach(subscription, epoch: 0, takesDemand: false) else { return }
    downstream.receive(subscription: arbiter)
    if !arbiter.isTerminated { subscription.request(.unlimited) }
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard arbiter.isActive(epoch: 0) else { return .none }
    kept.value.append(input)
    // The element is released after the access: its deinitializer is client code, which may re-enter this method.
    let outdated = kept.value.count > maxLength ? kept.value.popFirst() : nil
    withExtendedLifetime(outdated) {}
    return .none
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Failure>) {
    guard let next = arbiter.endEpoch(0) else { return FailureHook.report(late: completion, at: arbiter) }
    switch completion {
    case .finished:
      var last: [Downstream.Input] = []
      while let element = kept.value.popFirst() { last.append(element) }
      Publishers.Sequence(sequence: last).subscribe(
        FinalArbitratedInner<Failure, Downstream>(downstream: downstream, arbiter: arbiter, epoch: next) { $0 })
    case .failure: arbiter.end(downstream, with: completion)
    }
  }
}
