public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers a separator between elements.
  ///
  ///     upstream      --1--2   --3   --4   --|
  ///     interspersed(every: 1, with: 0)
  ///     downstream    --1--(02)--(03)--(04)--|
  ///
  /// A separator is delivered together with the element that follows it, so that the stream never ends with a
  /// separator.
  ///
  /// - **Demand**: separators count against downstream's demand. Upstream receives a request for as many elements as
  ///   fit into it with their separators. If a separator uses up the last demand, its element is held until more demand
  ///   arrives; at most one element is held.
  /// - **Completion**: passed on, after the element that is held.
  /// - **Failure**: passed on at once; drops the element that is held.
  /// - **Threads**: delivers where upstream does; the element that is held where downstream requests it.
  ///
  /// - Parameters:
  ///   - count: The number of elements between two separators: one or more. Anything else traps.
  ///   - separator: The separator.
  ///   - fileID: The caller's file, for the report of an element that upstream delivers without demand.
  ///   - line: The caller's line, for that report.
  /// - Returns: A publisher of the elements and of separators.
  @_disfavoredOverload
  @inlinable
  public func interspersed(
    every count: Int = 1, with separator: Output, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.Interspersed<Self> {
    Publishers.Interspersed(
      upstream: self, count: count, separator: separator, site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that delivers a separator between the elements of another.
@frozen
public struct InterspersedPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are separated.
  public let upstream: Upstream

  /// The number of elements between two separators.
  public let count: Int

  /// What is delivered between elements.
  public let separator: Upstream.Output

  /// The operator's source location.
  public let site: StreamSite

  /// Creates a publisher that delivers a separator between the elements of another.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are separated.
  ///   - count: The number of elements between two separators: one or more. Anything else traps here.
  ///   - separator: What is delivered between elements.
  ///   - site: The operator's source location, for the report of a drop.
  @inlinable
  public init(upstream: Upstream, count: Int, separator: Upstream.Output, site: StreamSite = StreamSite()) {
    precondition(count > 0, "There is one element between two separators, or more: \(count)")
    self.upstream = upstream
    self.count = count
    self.separator = separator
    self.site = site
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let delivery = InterspersingDelivery<S>("Interspersed", InterspersingPolicy(every: count), to: subscriber)
    upstream.subscribe(InterspersedInner(delivery: delivery, separator: separator, site: site))
  }
}

extension PublisherNames {
  /// ``InterspersedPublisher``, under a short name that a client's own type overrides.
  public typealias Interspersed<Upstream: Publisher> = InterspersedPublisher<Upstream>
}

extension InterspersedPublisher: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension InterspersedPublisher: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

@usableFromInline
typealias InterspersingDelivery<Downstream: Subscriber> = SerialDelivery<
  InterspersingPolicy<Downstream.Input, Downstream.Failure>, Downstream
>

@usableFromInline
struct InterspersedInner<Downstream: Subscriber>: BeginningInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let delivery: InterspersingDelivery<Downstream>
  @usableFromInline let separator: Downstream.Input
  @usableFromInline let site: StreamSite

  @inlinable
  init(delivery: InterspersingDelivery<Downstream>, separator: Downstream.Input, site: StreamSite) {
    self.delivery = delivery
    self.separator = separator
    self.site = site
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    switch delivery.state.withLock({ $0.policy.take() }) {
    case .alone: return delivery.receive(input, from: origin)
    case .separated:
      return delivery.receive(contentsOf: Separated(separator: separator, element: input), from: origin)
    case .unrequested:
      DropHook.report(DropReport(operatorName: delivery.description, reason: .beyondDemand, site: site))
      return .none
    case .ignored: return .none
    }
  }
}

/// A separator and the element after it: a sequence without an allocation.
@usableFromInline
struct Separated<Element>: Sequence, IteratorProtocol {
  @usableFromInline var separator: Element?
  @usableFromInline var element: Element?

  @inlinable
  init(separator: Element, element: Element) {
    self.separator = separator
    self.element = element
  }

  @inlinable
  mutating func next() -> Element? { separator.take() ?? element.take() }
}
