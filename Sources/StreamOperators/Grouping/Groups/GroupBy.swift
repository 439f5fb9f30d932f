public import StreamCore
public import StreamParts

extension Publisher {
  /// Groups the elements by a key, and delivers a publisher for each group. With `.suspend`, an unread group stops the
  /// others when all groups together hold `bufferSize` elements.
  ///
  ///     upstream      --1   --2   --3--4--5--|
  ///     groupBy { $0.isMultiple(of: 2) ? "even" : "odd" }
  ///     keys          --A   --B   -----------|
  ///     odd             (^1)---   --3-----5--|
  ///     even                  (^2)-----4-----|
  ///     A = odd, B = even
  ///
  /// A new key delivers a new group, which holds its first element. The elements of a group wait for its subscriber.
  ///
  /// - **Demand**: with `.suspend`, requests `bufferSize` elements from upstream, then one more for each element that
  ///   leaves a group. With another policy, requests unlimited demand. A new group waits until downstream asks for it.
  /// - **Completion**: finishes the groups in the order in which they were opened, each after what it holds, and the
  ///   stream after the groups that wait.
  /// - **Failure**: as the completion.
  /// - **Threads**: groups and their elements are delivered where upstream delivers, or where their subscribers
  ///   request; deliveries to one subscriber never overlap. The closure runs where upstream delivers. When downstream
  ///   cancels, the groups that have a subscriber go on; upstream is cancelled with the last of them.
  ///
  /// - Parameters:
  ///   - maxGroups: The number of keys at a time: one or more. Anything else traps. An element that would open a
  ///     further group is dropped, which is reported, or with `.error` fails the stream. Without a limit, memory grows
  ///     with each key, so set one if keys come from outside.
  ///   - bufferSize: The number of elements that all groups may hold together, those that are being delivered included:
  ///     one or more. Anything else traps. No memory is reserved.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - whenIdle: Whether a key is forgotten when its group is cancelled.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  ///   - key: Returns the key of an element.
  /// - Returns: A publisher of groups.
  /// - Complexity: O(1) for each element, on average; O(*n* + `bufferSize`) memory, where *n* is the
  ///   number of keys, at most `maxGroups`.
  @_disfavoredOverload
  @inlinable @preconcurrency
  public func groupBy<Key: Hashable>(
    maxGroups: Int = .max, bufferSize: Int = 256, whenFull: StreamOverflowPolicy<Failure> = .suspend,
    whenIdle: StreamGroupExpiry = .never, fileID: StaticString = #fileID, line: UInt = #line,
    _ key: @escaping @Sendable (Output) -> Key
  ) -> Publishers.GroupBy<Self, Key> {
    Publishers.GroupBy(
      upstream: self, maxGroups: maxGroups, bufferSize: bufferSize, whenFull: whenFull, whenIdle: whenIdle,
      site: StreamSite(fileID: fileID, line: line), key: key)
  }
}

/// A publisher that groups the elements of another by a key.
@frozen
public struct GroupByPublisher<Upstream: Publisher, Key: Hashable>: Publisher, ReleasingPublisher {
  /// The elements that have one key.
  public typealias Output = GroupedPublisher<Key, Upstream.Output, Upstream.Failure>
  public typealias Failure = Upstream.Failure

  /// The publisher whose elements are grouped.
  public let upstream: Upstream

  /// The number of keys at a time.
  public let maxGroups: Int

  /// The number of elements that all groups may hold together.
  public let bufferSize: Int

  /// What happens to an element when the buffer is full.
  public let whenFull: StreamOverflowPolicy<Upstream.Failure>

  /// Whether a key is forgotten when its group is cancelled.
  public let whenIdle: StreamGroupExpiry

  /// The operator's source location.
  public let site: StreamSite

  /// Returns the key of an element.
  public let key: @Sendable (Upstream.Output) -> Key

  /// Creates a publisher that groups the elements of another by a key.
  ///
  /// - Parameters:
  ///   - upstream: The publisher whose elements are grouped.
  ///   - maxGroups: The number of keys at a time: one or more. Anything else traps.
  ///   - bufferSize: The number of elements that all groups may hold together: one or more. Anything else traps.
  ///   - whenFull: What happens to an element when the buffer is full.
  ///   - whenIdle: Whether a key is forgotten when its group is cancelled.
  ///   - site: The operator's source location, for the report of a drop.
  ///   - key: Returns the key of an element.
  @inlinable @preconcurrency
  public init(
    upstream: Upstream, maxGroups: Int, bufferSize: Int, whenFull: StreamOverflowPolicy<Upstream.Failure>,
    whenIdle: StreamGroupExpiry, site: StreamSite, key: @escaping @Sendable (Upstream.Output) -> Key
  ) {
    precondition(maxGroups > 0, "The number of groups must be one or more: \(maxGroups) (rule 9).")
    precondition(bufferSize > 0, "Groups must be able to hold one element or more: \(bufferSize) (rule 9).")
    self.upstream = upstream
    self.maxGroups = maxGroups
    self.bufferSize = bufferSize
    self.whenFull = whenFull
    self.whenIdle = whenIdle
    self.site = site
    self.key = key
  }

  @inlinable @inline(__always)
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let bounds = InletBounds("GroupBy", bufferSize: bufferSize, whenFull: whenFull, site: site)
    let forgets = whenIdle == .whenCancelled
    upstream.subscribe(
      GroupInner(
        hub: InletHub(bounds, waitingCount: .max, keepsCancelled: forgets, to: subscriber), maxGroups: maxGroups,
        forgets: forgets, key: key))
  }
}

extension PublisherNames {
  /// ``GroupByPublisher``, under a short name that a client's own type overrides.
  public typealias GroupBy<Upstream: Publisher, Key: Hashable> = GroupByPublisher<Upstream, Key>
}

extension GroupByPublisher: Sendable where Upstream: Sendable {}
