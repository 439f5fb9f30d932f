public import StreamCore
public import StreamParts

extension Publisher {
  /// Parts the elements into those that pass a test and the others, over one subscription to upstream.
  ///
  ///     upstream      --1--2--3--4--5--|
  ///     partition { $0.isMultiple(of: 2) }
  ///     even          -----2-----4-----|
  ///     odd           --1-----3-----5--|
  ///
  /// Each half has one subscriber; a second one gets an immediate finish: `share()` the half for several.
  ///
  /// - **Demand**: requests from upstream as much as the slower half allows. If the slower half allows nothing and the
  ///   other one waits, it requests one element, which may then wait for its half, so no element is lost. A half that
  ///   is cancelled, or released without a subscriber, counts as having unlimited demand.
  /// - **Completion**: passed on to both halves, after an element that waits.
  /// - **Failure**: as the completion.
  /// - **Threads**: delivers where upstream does, or where a half requests; deliveries to one half never overlap. The
  ///   closure runs where upstream delivers, once for each element. Upstream is cancelled with the second half.
  ///
  /// - Parameters:
  ///   - connect: When upstream is subscribed to.
  ///   - isMatch: Whether an element belongs to the first half.
  /// - Returns: The elements that pass the test, and the others.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func partition(
    connect: StreamPartitionConnection = .whenBoth, _ isMatch: @escaping @Sendable (Output) -> Bool
  ) -> (matches: Publishers.Partition<Self>, nonMatches: Publishers.Partition<Self>) {
    let hub = PartitionHub(self, connect: connect, isMatch: isMatch)
    let ports = hub.open()
    return (PartitionPublisher(hub, ports.0), PartitionPublisher(hub, ports.1))
  }
}

/// When `partition` subscribes to its upstream.
public enum StreamPartitionConnection: Hashable, Sendable {
  /// When both halves have a subscriber.
  case whenBoth

  /// When one half has a subscriber. An element of the other waits for that half, and holds up the stream.
  case whenFirst
}

extension PublisherNames {
  /// ``StreamPartitionConnection``, under a short name that a client's own type overrides.
  public typealias PartitionConnection = StreamPartitionConnection

  /// ``PartitionPublisher``, under a short name that a client's own type overrides.
  public typealias Partition<Upstream: Publisher> = PartitionPublisher<Upstream>
}

/// A half of the elements of a publisher: those that pass a test, or the others.
public final class PartitionPublisher<Upstream: Publisher>: Publisher, ReleasingPublisher {
  public typealias Output = Upstream.Output
  public typealias Failure = Upstream.Failure

  @usableFromInline let hub: PartitionHub<Upstream>
  @usableFromInline let port: InletPort<Output, Failure>

  @inlinable
  init(_ hub: PartitionHub<Upstream>, _ port: InletPort<Output, Failure>) {
    self.hub = hub
    self.port = port
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    port.subscribe(subscriber)
    hub.connectIfDue()
  }
}

extension PartitionPublisher: Sendable where Upstream: Sendable {}
