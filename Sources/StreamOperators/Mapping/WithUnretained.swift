public import StreamCore
public import StreamParts

extension Publisher {
  /// Pairs each element with an object that is not retained, and finishes when that has been released.
  ///
  ///     upstream      --1--2--3--4--|
  ///     withUnretained(screen).map { screen, number in "\(screen.name) \(number)" }
  ///     downstream    --A--B--|
  ///     A = home 1, B = home 2
  ///
  /// A later stage that stores elements, such as a buffer, retains the object with them: put this operator last.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: with upstream, or at the first element after the object's release: the element is dropped, and
  ///   upstream is cancelled.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter object: The object.
  /// - Returns: A publisher of pairs of the object and an element.
  @_disfavoredOverload
  @inlinable
  public func withUnretained<Object: AnyObject & Sendable>(
    _ object: Object
  ) -> Publishers.WithUnretained<Self, Object> {
    withUnretained(object) { ($0, $1) }
  }

  /// Transforms each element with an object that is not retained, and finishes when that has been released.
  ///
  ///     upstream      --1--2--3--4--|
  ///     withUnretained(screen) { screen, number in "\(screen.name) \(number)" }
  ///     downstream    --A--B--|
  ///     A = home 1, B = home 2
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: with upstream, or at the first element after the object's release: the element is dropped, and
  ///   upstream is cancelled.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: `transform` runs where upstream delivers, never under a lock.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - transform: Transforms an element, with the object.
  /// - Returns: A publisher of the transformed elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func withUnretained<Object: AnyObject & Sendable, T>(
    _ object: Object, _ transform: @escaping @Sendable (Object, Output) -> T
  ) -> Publishers.MapWithUnretained<Self, Object, T> {
    Publishers.MapWithUnretained(upstream: self, object: object, transform: transform)
  }
}

/// A publisher that transforms the elements of another with an object that is not retained.
@frozen
public struct MapWithUnretainedPublisher<Upstream: Publisher, Object: AnyObject & Sendable, Output>: Publisher,
  ReleasingPublisher
{
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are transformed.
  public let upstream: Upstream

  /// Transforms an element, with the object.
  public let transform: @Sendable (Object, Upstream.Output) -> Output

  @usableFromInline let weakObject: @Sendable () -> Object?

  /// The object, unless it has been released.
  @inlinable public var object: Object? { weakObject() }

  @inlinable
  @preconcurrency
  public init(
    upstream: Upstream, object: Object, transform: @escaping @Sendable (Object, Upstream.Output) -> Output
  ) {
    self.upstream = upstream
    self.transform = transform
    weakObject = { [weak object] in object }
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(
      MapWithUnretainedInner(downstream: subscriber, object: weakObject, transform: transform))
  }
}

extension PublisherNames {
  /// ``MapWithUnretainedPublisher``, under a short name that a client's own type overrides.
  public typealias MapWithUnretained<Upstream: Publisher, Object: AnyObject & Sendable, Output> =
    MapWithUnretainedPublisher<Upstream, Object, Output>

  /// The publisher of pairs of an object that is not retained and an element.
  public typealias WithUnretained<Upstream: Publisher, Object: AnyObject & Sendable> =
    MapWithUnretainedPublisher<Upstream, Object, (Object, Upstream.Output)>
}

extension MapWithUnretainedPublisher: Sendable where Upstream: Sendable {}

@usableFromInline
struct MapWithUnretainedInner<Input, Object, Downstream: Subscriber>: TerminatingInner {
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("MapWithUnretained")
  @usableFromInline let object: () -> Object?
  @usableFromInline let transform: (Object, Input) -> Downstream.Input

  @inlinable
  init(
    downstream: Downstream, object: @escaping () -> Object?,
    transform: @escaping (Object, Input) -> Downstream.Input
  ) {
    self.downstream = downstream
    self.object = object
    self.transform = transform
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    guard upstream.isActive else { return .none }
    guard let object = object() else { return finish() }
    return downstream.receive(transform(object, input))
  }
}
