public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers to all subscribers through one subject, which a closure makes.
  ///
  ///     upstream      --1--2--3--|
  ///     connect()     ^
  ///     subscriber 1  --1--2--3--|
  ///     subscriber 2      ^2--3--|
  ///
  /// Nothing happens until ``Publishers/Multicast/connect()`` is called.
  ///
  /// - **Demand**: each subscriber's is kept by the subject; upstream is asked for what the subject asks for: everything, a
  ///   `CurrentValueSubject` at once, a `PassthroughSubject` from when a subscriber asks for anything.
  /// - **Completion**: sent to all subscribers; those who come later get what the subject gives them, which is the
  ///   completion alone for the subjects of this library.
  /// - **Failure**: like a completion.
  /// - **Threads**: delivers where upstream does; `createSubject` runs where the subject is first needed, never under a
  ///   lock.
  ///
  /// - Parameter createSubject: Makes the subject. Of two made at the same time one is used.
  /// - Returns: A publisher that delivers once it is connected.
  @inlinable
  @preconcurrency
  public func multicast<S: Subject>(
    _ createSubject: @escaping @Sendable () -> S
  ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Delivers to all subscribers through one subject.
  ///
  ///     upstream      --1--2--3--|
  ///     connect()     ^
  ///     subscriber 1  --1--2--3--|
  ///     subscriber 2      ^2--3--|
  ///
  /// Nothing happens until ``Publishers/Multicast/connect()`` is called.
  ///
  /// - **Demand**: each subscriber's is kept by the subject; upstream is asked for what the subject asks for: everything, a
  ///   `CurrentValueSubject` at once, a `PassthroughSubject` from when a subscriber asks for anything.
  /// - **Completion**: sent to all subscribers; those who come later get what the subject gives them, which is the
  ///   completion alone for the subjects of this library.
  /// - **Failure**: like a completion.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter subject: The subject.
  /// - Returns: A publisher that delivers once it is connected.
  @inlinable
  public func multicast<S: Subject>(
    subject: S
  ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: SubjectSupply(subject: subject).give)
  }
}

extension Publishers {
  /// A publisher that delivers to all its subscribers through one subject, once it is connected.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher, ReleasingPublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    /// The kind of value that upstream delivers.
    public typealias Output = Upstream.Output

    /// The kind of error that upstream may fail with.
    public typealias Failure = Upstream.Failure

    /// The publisher that is shared.
    public let upstream: Upstream

    /// Makes the subject.
    public let createSubject: @Sendable () -> SubjectType

    @usableFromInline let subject = Locked<SubjectType?>(nil)

    /// Makes a publisher that delivers to all its subscribers through one subject.
    ///
    /// - Parameters:
    ///   - upstream: The publisher that is shared.
    ///   - createSubject: Makes the subject.
    @inlinable
    @preconcurrency
    public init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
    }

    /// The subject, made when it is first needed.
    @inlinable var commonSubject: SubjectType {
      if let subject = subject.value { return subject }
      let new = createSubject()
      return subject.withLock { subject in
        let common = subject ?? new
        subject = common
        return common
      }
    }

    /// Attaches `subscriber`.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      commonSubject.subscribe(MulticastInner(downstream: subscriber))
    }

    /// Connects to the upstream, which from now on feeds the subject.
    ///
    /// Each call makes a connection of its own, so that a second one has every element delivered twice.
    ///
    /// - Returns: What ends the connection when it is cancelled, or released. To connect again afterwards delivers to the
    ///   same subscribers.
    @inlinable
    public func connect() -> any Cancellable {
      upstream.subscribe(commonSubject)
    }
  }
}

extension Publishers.Multicast: Sendable where Upstream: Sendable, SubjectType: Sendable {}

/// Passes what the subject sends on, under the name of the operator.
@usableFromInline
struct MulticastInner<Downstream: Subscriber>: TerminatingInner {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  @usableFromInline let downstream: Downstream
  @usableFromInline let upstream = UpstreamSubscription("Multicast")

  @inlinable
  init(downstream: Downstream) {
    self.downstream = downstream
  }

  @inlinable @inline(__always)
  func receive(_ input: Input) -> Subscribers.Demand {
    upstream.isActive ? downstream.receive(input) : .none
  }
}

/// Gives a subject that is there already: a method of this takes the place of a closure, which could not be `@Sendable`.
// Sendable: it only hands out a reference; who uses it is subject to what the subject says of itself.
@usableFromInline
struct SubjectSupply<SubjectType: Subject>: @unchecked Sendable {
  @usableFromInline let subject: SubjectType

  @inlinable
  init(subject: SubjectType) {
    self.subject = subject
  }

  @inlinable
  @Sendable
  func give() -> SubjectType {
    subject
  }
}
