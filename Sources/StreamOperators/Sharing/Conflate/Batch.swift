public import StreamCore
public import StreamParts

extension Publisher {
  /// Gathers the elements that downstream has not requested yet into an array.
  ///
  ///     upstream      -1-23-45-6|
  ///     batch(max: 5)
  ///     demand        1------1-----1
  ///     downstream    -A-----B-----(C|)
  ///     A = [1], B = [2, 3, 4], C = [5, 6]
  ///
  /// With demand, each element passes alone, in an array of one. No array is empty.
  ///
  /// - **Demand**: each array uses a demand of one. `.suspend` requests `max` elements from upstream, and after each
  ///   delivered array as many as it contained; other policies request unlimited demand. At most `max` elements wait.
  /// - **Completion**: passed on after the elements that wait.
  /// - **Failure**: passed on after the elements that wait, as is the failure of a full batch (`.error`), which cancels
  ///   upstream.
  /// - **Threads**: delivers where upstream delivers or where downstream requests, serially; the closure of `.error`
  ///   runs where upstream delivers, never under a lock. Drops are reported to the `DropHook` there.
  ///
  /// - Parameters:
  ///   - max: The maximum number of waiting elements: zero or more, `.max` for no bound. With zero, elements that
  ///     arrive without outstanding demand overflow, and `.suspend` passes downstream's demand on. A negative number is
  ///     a programming error, and traps.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of arrays of the elements that are not dropped.
  /// - Complexity: O(`max`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  public func batch(
    max: Int, whenFull: StreamOverflowPolicy<Failure> = .suspend, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Batch<Self> {
    BatchPublisher(upstream: self, max: max, whenFull: whenFull, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that gathers the elements of another publisher until downstream requests them.
@frozen
public struct BatchPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  /// The upstream elements that have arrived since the last array.
  public typealias Output = [Upstream.Output]
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are gathered.
  public let upstream: Upstream

  /// The maximum number of waiting elements.
  public let max: Int

  /// What happens to an element when the buffer is full.
  public let whenFull: StreamOverflowPolicy<Upstream.Failure>

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that gathers the elements of another publisher until downstream requests them.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are gathered.
  ///   - max: The maximum number of waiting elements: zero or more. A negative number is a programming error, and
  ///     traps.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(
    upstream: Upstream, max: Int, whenFull: StreamOverflowPolicy<Upstream.Failure>, site: StreamSite = StreamSite()
  ) {
    precondition(max >= 0, "A batch cannot have a negative size: \(max)")
    (self.upstream, self.max, self.whenFull, self.site) = (upstream, max, whenFull, site)
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let ordering = MappingInner("Batch", to: subscriber) { (batch: Gathered<Upstream.Output>) in batch.inOrder }
    upstream.subscribe(BatchInner(downstream: ordering, max: max, whenFull: whenFull, site: site))
  }
}

extension BatchPublisher: Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// ``BatchPublisher``, under a short name that a client's own type overrides.
  public typealias Batch<Upstream: Publisher> = BatchPublisher<Upstream>
}

/// Gathers elements until downstream requests them.
@usableFromInline
struct BatchInner<Input, Downstream: Subscriber>: BeginningInner where Downstream.Input == Gathered<Input> {
  @usableFromInline typealias Failure = Downstream.Failure
  @usableFromInline typealias Policy = BatchPolicy<Input, Downstream.Failure>

  @usableFromInline let delivery: SerialDelivery<Policy, Downstream>
  @usableFromInline let whenFull: StreamOverflowPolicy<Downstream.Failure>
  @usableFromInline let site: StreamSite

  @usableFromInline
  init(downstream: Downstream, max: Int, whenFull: StreamOverflowPolicy<Downstream.Failure>, site: StreamSite) {
    delivery = SerialDelivery("Batch", Policy(max: max, whenFull: whenFull), failsAfterQueue: true, to: downstream)
    (self.whenFull, self.site) = (whenFull, site)
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    var replaced: Input?
    let more = delivery.receive(
      from: Policy.single, make: { Gathered(input) },
      gather: { waiting, policy, demand in
        let action = policy.add(input, to: &waiting, demand: demand, replaced: &replaced)
        return (action, UpstreamKey(epoch: waiting?.elements.count ?? 0))
      },
      dropped: { reportDrop() }, overflow: { delivery.overflow(makeFailure: whenFull.makeFailure) })
    withExtendedLifetime(replaced) {}
    return more
  }

  @usableFromInline
  func reportDrop() {
    DropHook.report(DropReport(operatorName: "Batch", reason: whenFull.dropReason, site: site))
  }
}
