public import StreamCore
public import StreamParts

extension Publisher where Output: Sendable {
  /// Transforms each element into a publisher with an asynchronous closure, and republishes the values of one publisher
  /// after the other, in the order of the elements.
  ///
  ///     upstream      -31--   ----   -|
  ///     3                 (^a)--b|
  ///     1                        (^c)--d|
  ///     asyncConcatMap(maxConcurrent: 2) { await letters(of: $0) }
  ///     downstream    ----a   --bc   --d|
  ///
  /// ```swift
  /// folders.asyncConcatMap(maxConcurrent: 4) { folder in await index(of: folder) }
  /// ```
  ///
  /// The closure runs ahead for later elements; the publishers that it returns wait, and each is subscribed to when the
  /// one before has finished. The closure inherits no actor from where it is written.
  ///
  /// - **Demand**: requests `maxConcurrent` elements, and one more whenever a publisher finishes. The outstanding
  ///   demand of downstream is requested from the publisher that is active; the closure runs ahead without any.
  /// - **Completion**: finishes when upstream and the last publisher have. A cancel cancels the active publisher and
  ///   the tasks in which the closure runs, and drops the publishers that wait.
  /// - **Failure**: one of upstream, of the active publisher, or an error that the closure throws, for whichever
  ///   element, is passed on at once: all others are cancelled, and the publishers that wait are dropped. If the
  ///   closure throws another error type, apply `mapError` to upstream first.
  /// - **Threads**: the closure runs in tasks that belong to no actor, with the task-local values of the subscribing
  ///   task. A publisher is subscribed to there, or where the one before finishes. Deliveries never overlap. An element
  ///   that a publisher delivers without demand is dropped, and reported to the `DropHook` where it arrives.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or the publisher waits or is active,
  ///     at the same time: one or more, `.max` for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element into a publisher, or throws a failure.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the values of all the publishers, in the order of the elements.
  /// - Complexity: O(`maxConcurrent`) memory, and O(1) for each element.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncConcatMap<P: Publisher & Sendable>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Failure) -> P,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.AsyncConcatMap<Self, P> where P.Failure == Failure {
    Publishers.AsyncConcatMap(
      Publishers.AsyncMap(
        self, "AsyncConcatMap", .ofInput, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
        transform: transform),
      site: StreamSite(fileID: fileID, line: line))
  }
}

// The optional closure ranks the first form behind the others, of which one is as good for publishers that cannot fail.

extension Publisher where Output: Sendable, Failure == Never {
  /// Transforms each element into a publisher that may fail, with an asynchronous closure, and republishes the values
  /// of one publisher after the other, in the order of the elements.
  ///
  ///     upstream      -31--   ----   -|
  ///     3                 (^a)--b|
  ///     1                        (^c)--d|
  ///     asyncConcatMap(maxConcurrent: 2) { await letters(of: $0) }
  ///     downstream    ----a   --bc   --d|
  ///
  /// - **Demand**: as for publishers that fail as upstream does.
  /// - **Completion**: as for publishers that fail as upstream does.
  /// - **Failure**: the first failure of a publisher cancels the closures, drops the publishers that wait and is passed
  ///   on.
  /// - **Threads**: as for publishers that fail as upstream does.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or the publisher waits or is active,
  ///     at the same time: one or more, `.max` for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element into a publisher.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the values of all the publishers, in the order of the elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncConcatMap<P: Publisher & Sendable>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil, _ transform: (@Sendable (Output) async -> P)?,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.AsyncConcatMap<Self, P> {
    guard let transform else { preconditionFailure("asyncConcatMap needs a closure.") }
    return Publishers.AsyncConcatMap(
      Publishers.AsyncMap(
        self, "AsyncConcatMap", .ofInput, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
        transform: { (element: Output) async throws(P.Failure) in await transform(element) }),
      site: StreamSite(fileID: fileID, line: line))
  }

  /// Transforms each element into a publisher that may fail, with an asynchronous closure that may throw, and
  /// republishes the values of one publisher after the other, in the order of the elements.
  ///
  ///     upstream      -31--   ----   -|
  ///     3                 (^a)--b|
  ///     1                        (^c)--d|
  ///     asyncConcatMap(maxConcurrent: 2) { await letters(of: $0) }
  ///     downstream    ----a   --bc   --d|
  ///
  /// - **Demand**: as for publishers that fail as upstream does.
  /// - **Completion**: as for publishers that fail as upstream does.
  /// - **Failure**: the first failure, of the active publisher or of the closure for whichever element, cancels all
  ///   others, drops the publishers that wait and is passed on at once.
  /// - **Threads**: as for publishers that fail as upstream does.
  ///
  /// - Parameters:
  ///   - maxConcurrent: The maximum number of elements for which the closure runs, or the publisher waits or is active,
  ///     at the same time: one or more, `.max` for any number. Zero or less ends the process.
  ///   - priority: The priority of the tasks; `nil` for that of the subscribing task.
  ///   - transform: Transforms an element into a publisher, or throws its kind of failure.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  /// - Returns: A publisher of the values of all the publishers, in the order of the elements.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func asyncConcatMap<P: Publisher & Sendable, Problem: Error>(
    maxConcurrent: Int = 1, priority: TaskPriority? = nil,
    _ transform: @escaping @Sendable (Output) async throws(Problem) -> P,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Publishers.AsyncConcatMap<Self, P> where P.Failure == Problem {
    Publishers.AsyncConcatMap(
      Publishers.AsyncMap(
        self, "AsyncConcatMap", .ofInput, maxConcurrent: maxConcurrent, priority: priority, mapFailure: { $0 },
        transform: transform),
      site: StreamSite(fileID: fileID, line: line))
  }
}

/// A publisher that transforms each element into a publisher with an asynchronous closure, and republishes the values
/// of one publisher after the other.
public struct AsyncConcatMapPublisher<Upstream: Publisher, NewPublisher: Publisher & Sendable>: Publisher,
  ReleasingPublisher
where Upstream.Output: Sendable {
  public typealias Output = NewPublisher.Output
  public typealias Failure = NewPublisher.Failure

  /// The publisher whose elements are transformed into publishers.
  public var upstream: Upstream { publishers.upstream }

  @usableFromInline let publishers: AsyncMapPublisher<Upstream, NewPublisher, NewPublisher.Failure>
  @usableFromInline let site: StreamSite

  @inlinable init(_ publishers: AsyncMapPublisher<Upstream, NewPublisher, NewPublisher.Failure>, site: StreamSite) {
    (self.publishers, self.site) = (publishers, site)
  }

  @inlinable public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let limit = publishers.maxConcurrent
    publishers.subscribe(
      ConcatMapInner(
        mapping: ConcatMapping(
          "AsyncConcatMap", to: subscriber, bufferSize: limit == .max ? .max : limit - 1, whenFull: .suspend,
          site: site, transform: { $0 })))
  }
}

extension AsyncConcatMapPublisher: Sendable where Upstream: Sendable {}

extension PublisherNames {
  /// ``AsyncConcatMapPublisher``, under a short name that a client's own type overrides.
  public typealias AsyncConcatMap<Upstream: Publisher, NewPublisher: Publisher & Sendable> =
    AsyncConcatMapPublisher<Upstream, NewPublisher> where Upstream.Output: Sendable
}
