public import StreamCore
public import StreamParts

extension Publishers {
  /// Makes a resource for each subscription, republishes the elements of the publisher that a closure creates from it,
  /// and releases the resource at the end.
  ///
  ///     source        -1-2|
  ///     using({ "file" }, release: { released.send($0) }) { _ in source }
  ///     downstream    -1-2|
  ///     released      ----A
  ///     A = file
  ///
  /// - **Demand**: passed to the source.
  /// - **Completion**: that of the source; then the resource is released.
  /// - **Failure**: a failure of the source is passed on, then the resource is released. An error that `make` throws is
  ///   delivered at once, without demand; then there is nothing to release.
  /// - **Threads**: `make` and `source` run on the subscribing thread. `release` runs after the end has been delivered,
  ///   on the thread that delivered it, or inside a cancel, after the source has been cancelled. None runs under a
  ///   lock. A subscription that is dropped without an end or a cancel releases the resource, too.
  ///
  /// - Parameters:
  ///   - make: Makes the resource, once for each subscription; an error thrown is the failure.
  ///   - release: Releases the resource, once for each that has been made.
  ///   - source: Returns the publisher that uses the resource.
  /// - Returns: A publisher of the source's elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public static func using<Resource, Source: Publisher>(
    _ make: @escaping @Sendable () throws(Source.Failure) -> Resource,
    release: @escaping @Sendable (Resource) -> Void,
    _ source: @escaping @Sendable (Resource) -> Source
  ) -> Publishers.Using<Resource, Source> {
    Publishers.Using(make: make, release: release, source: source)
  }

  /// A closure that does not throw has no error type that could match the source's: without this form it would only
  /// work with sources that cannot fail.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public static func using<Resource, Source: Publisher>(
    _ make: @escaping @Sendable () -> Resource, release: @escaping @Sendable (Resource) -> Void,
    _ source: @escaping @Sendable (Resource) -> Source
  ) -> Publishers.Using<Resource, Source> {
    Publishers.Using(make: SafeMake<Resource, Source.Failure>(body: make).make, release: release, source: source)
  }

  /// Resolves the ambiguity of the two forms above for a source that cannot fail.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public static func using<Resource, Source: Publisher>(
    _ make: @escaping @Sendable () -> Resource, release: @escaping @Sendable (Resource) -> Void,
    _ source: @escaping @Sendable (Resource) -> Source
  ) -> Publishers.Using<Resource, Source> where Source.Failure == Never {
    Publishers.Using(make: make, release: release, source: source)
  }
}

/// Wraps a closure that does not throw as one that may. Swift 6.3 does not convert such a closure itself if the error
/// type is generic.
@frozen
@usableFromInline
struct SafeMake<Resource, Failure: Error>: Sendable {
  @usableFromInline let body: @Sendable () -> Resource

  @inlinable
  init(body: @escaping @Sendable () -> Resource) {
    self.body = body
  }

  @Sendable
  @inlinable
  func make() throws(Failure) -> Resource { body() }
}

/// A publisher that makes a resource for each subscription, and releases it at the end.
@frozen
public struct UsingPublisher<Resource, Source: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Source.Output
  public typealias Failure = Source.Failure

  /// Makes the resource.
  public let make: @Sendable () throws(Source.Failure) -> Resource

  /// Releases the resource.
  public let release: @Sendable (Resource) -> Void

  /// Returns the publisher that uses the resource.
  public let source: @Sendable (Resource) -> Source

  /// Creates a publisher that makes a resource for each subscription.
  ///
  /// - Parameters:
  ///   - make: Makes the resource, once for each subscription; an error thrown is the failure.
  ///   - release: Releases the resource, once for each that has been made.
  ///   - source: Returns the publisher that uses the resource.
  @inlinable
  @preconcurrency
  public init(
    make: @escaping @Sendable () throws(Source.Failure) -> Resource, release: @escaping @Sendable (Resource) -> Void,
    source: @escaping @Sendable (Resource) -> Source
  ) {
    self.make = make
    self.release = release
    self.source = source
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let resource: Resource
    do throws(Source.Failure) {
      resource = try make()
    } catch {
      return subscriber.end(with: .failure(error))
    }
    let use = UseOfResource { [release] in release(resource) }
    source(resource).subscribe(UsingInner(downstream: subscriber, use: use))
  }
}

extension PublisherNames {
  /// ``UsingPublisher``, under a short name that a client's own type overrides.
  public typealias Using<Resource, Source: Publisher> = UsingPublisher<Resource, Source>
}

extension UsingPublisher: Sendable {}

/// Passes on the signals of the source, and releases the resource after the end.
@frozen
@usableFromInline
struct UsingInner<Downstream: Subscriber>: InnerSubscriber {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let use: UseOfResource

  @inlinable
  init(downstream: Downstream, use: UseOfResource) {
    self.downstream = downstream
    self.use = use
  }

  @usableFromInline var description: String { use.description }

  @inlinable var combineIdentifier: CombineIdentifier { use.combineIdentifier }

  @usableFromInline var mirrorChildren: KeyValuePairs<String, Any> {
    ["downstream": downstream, "state": use.upstream.upstream]
  }

  @inlinable
  func receive(subscription: any Subscription) {
    guard use.upstream.attach(subscription) else { return }
    downstream.receive(subscription: use)
  }

  @inlinable @inline(__always)
  func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    guard use.upstream.isActive else { return .none }
    return downstream.receive(input)
  }

  @inlinable
  func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    guard use.upstream.terminate() != nil else { return }
    // A cancel from inside this finds the stream ended, and so does not release the resource before it returns.
    downstream.receive(completion: completion)
    use.release()
  }
}
