public import StreamCore
public import StreamParts

extension Publisher {
  /// Delivers to all subscribers through one subject, which a closure creates.
  ///
  ///     upstream        ^1-2-3-4-|
  ///     multicast { PassthroughSubject<Int, MarbleFailure>() }
  ///     subscriber 1  ---1-2-3-4-|
  ///     subscriber 2      ^2-3-4-|
  ///
  /// ``Publishers/Multicast/connect()`` subscribes the subject to upstream.
  ///
  /// - **Demand**: the subject keeps each subscriber's demand, and requests unlimited demand from upstream: a
  ///   `CurrentValueSubject` immediately, a `PassthroughSubject` once a subscriber has requested a value.
  /// - **Completion**: sent to all subscribers; later ones receive what the subject sends them, which is only the
  ///   completion for the subjects of this library.
  /// - **Failure**: as the completion.
  /// - **Threads**: delivers where upstream delivers; `createSubject` runs where the subject is first needed, never
  ///   under a lock.
  ///
  /// - Parameter createSubject: Creates the subject. If two threads call it at the same time, one of the two subjects
  ///   is used.
  /// - Returns: A publisher that delivers when it has been connected.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers; subscribing and cancelling take
  ///   O(1), amortised.
  @inlinable
  @preconcurrency
  public func multicast<S: Subject>(
    _ createSubject: @escaping @Sendable () -> S
  ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: createSubject)
  }

  /// Delivers to all subscribers through one subject.
  ///
  ///     upstream        ^1-   2-3-4-|
  ///     multicast(subject: CurrentValueSubject<Int, MarbleFailure>(0))
  ///     subscriber 1  0--1-   2-3-4-|
  ///     subscriber 2      (^1)2-3-4-|
  ///
  /// ```swift
  /// import Streams
  ///
  /// let progress = [25, 50, 100].publisher
  ///   .multicast(subject: CurrentValueSubject<Int, Never>(0))
  /// let cancellable = progress.sink { print($0, "%") }
  /// let connection = progress.connect()
  /// ```
  ///
  /// Use it to add all subscribers before `connect()` starts upstream, or to choose the subject that serves them. The
  /// subject serves one connection: once upstream has completed, later subscribers get only the completion. For a new
  /// subject with each connection, use `share()`.
  ///
  /// ``Publishers/Multicast/connect()`` subscribes the subject to upstream.
  ///
  /// - **Demand**: the subject keeps each subscriber's demand, and requests unlimited demand from upstream: a
  ///   `CurrentValueSubject` immediately, a `PassthroughSubject` once a subscriber has requested a value.
  /// - **Completion**: sent to all subscribers; later ones receive what the subject sends them, which is only the
  ///   completion for the subjects of this library.
  /// - **Failure**: as the completion.
  /// - **Threads**: delivers where upstream delivers.
  ///
  /// - Parameter subject: The subject.
  /// - Returns: A publisher that delivers when it has been connected.
  /// - Complexity: O(*n*) for each element, where *n* is the number of subscribers; subscribing and cancelling take
  ///   O(1), amortised.
  @inlinable
  public func multicast<S: Subject>(
    subject: S
  ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
    Publishers.Multicast(upstream: self, createSubject: ExistingSubject(subject).get)
  }
}

extension Publishers {
  /// A publisher that delivers to all its subscribers through one subject, once it is connected.
  public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher, ReleasingPublisher
  where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// The publisher that is shared.
    public let upstream: Upstream

    /// Creates the subject.
    public let createSubject: @Sendable () -> SubjectType

    @usableFromInline let subject = Locked<SubjectType?>(nil)

    /// Whether this publisher alone has the subject, so that a connection may retain it.
    @usableFromInline let isOwner: Bool

    @inlinable
    @preconcurrency
    public init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
      self.upstream = upstream
      self.createSubject = createSubject
      isOwner = false
    }

    @inlinable
    init(upstream: Upstream, owning subject: SubjectType) {
      self.upstream = upstream
      createSubject = ExistingSubject(subject).get
      isOwner = true
    }

    /// The subject, created when it is first needed, outside the lock: `createSubject` is a closure of the user (rule
    /// 6).
    @inlinable var commonSubject: SubjectType {
      if let subject = subject.value { return subject }
      let new = createSubject()
      return subject.withLock { subject in
        let common = subject ?? new
        subject = common
        return common
      }
    }

    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      commonSubject.subscribe(MulticastInner(downstream: subscriber))
    }

    /// Subscribes the subject to upstream.
    ///
    /// Each call makes a connection of its own: with two of them, every element is delivered twice.
    ///
    /// - Returns: A cancellable that ends the connection when it is cancelled or released. A later connection delivers
    ///   to the same subscribers.
    @inlinable
    public func connect() -> any Cancellable {
      let subscriber = SubjectSubscriber(commonSubject, isOwner: isOwner)
      upstream.subscribe(subscriber)
      return AnyCancellable(subscriber)
    }
  }
}

extension Publishers.Multicast: Sendable where Upstream: Sendable, SubjectType: Sendable {}

/// Passes on what the subject sends, with a subscription that has the name of the operator.
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

/// Returns an existing subject. A method instead of a closure, which could not be `@Sendable`.
// Sendable: it only returns a reference; `Multicast` is sendable only if the subject is.
@usableFromInline
struct ExistingSubject<SubjectType: Subject>: @unchecked Sendable {
  @usableFromInline let subject: SubjectType

  @inlinable
  init(_ subject: SubjectType) {
    self.subject = subject
  }

  @inlinable
  @Sendable
  func get() -> SubjectType {
    subject
  }
}
