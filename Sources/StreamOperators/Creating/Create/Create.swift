public import StreamCore
public import StreamParts

/// A publisher of the values that a closure, or what it starts, sends to an emitter, from any thread.
///
///     Publishers.Create<Reading, Never> { emitter in
///       let sensor = Sensor { emitter.send($0) }
///       return AnyCancellable { sensor.stop() }
///     }
///
///     sensor        -1-2-|
///     downstream    -1-2-|
///
/// - **Demand**: the first request runs `start`, once for each subscription. Values that come without demand are
///   queued.
/// - **Completion**: when it is sent, after what is queued.
/// - **Failure**: when it is sent, after what is queued, as is that of a full queue (`.error`).
/// - **Threads**: `start` runs on the requesting thread, never under a lock. Values are delivered where they are sent
///   or where downstream requests, serially. What `start` returned is cancelled where the completion is sent, or inside
///   a cancel.
/// - Complexity: O(`bufferSize`) memory, and O(1) for each value.
@frozen
public struct CreatePublisher<Output, Failure: Error>: Publisher, ReleasingPublisher {
  /// The number of values that may be queued.
  public let bufferSize: Int

  /// What happens to a value when the queue is full.
  public let whenFull: StreamOverflowPolicy<Failure>

  /// Starts the source; what it returns stops it.
  public let start: @Sendable (Emitter<Output, Failure>) -> any Cancellable

  /// Where the publisher is created, for the report of a drop.
  public let site: StreamSite

  /// Creates a publisher of the values that a closure sends.
  ///
  /// - Parameters:
  ///   - bufferSize: The number of values that may be queued: zero or more, `.max` for any number. A negative number
  ///     traps.
  ///   - whenFull: What happens to a value when the queue is full. The default suits callbacks, which cannot wait.
  ///     `.suspend` is for a source that sends only what is requested: `start` must call ``Emitter/onDemand(_:)``, or
  ///     it traps; values beyond that and the queue are dropped.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  ///   - start: Starts the source for one subscription. What it returns is cancelled once, however the stream ends: if
  ///     that ends inside `start`, as soon as `start` returns.
  @inlinable
  @preconcurrency
  public init(
    bufferSize: Int = 256, whenFull: StreamOverflowPolicy<Failure> = .dropOldest, fileID: StaticString = #fileID,
    line: UInt = #line, _ start: @escaping @Sendable (Emitter<Output, Failure>) -> any Cancellable
  ) {
    precondition(bufferSize >= 0, "A queue cannot have a negative size: \(bufferSize)")
    self.bufferSize = bufferSize
    self.whenFull = whenFull
    self.start = start
    site = StreamSite(fileID: fileID, line: line)
  }

  @inlinable
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    EmitterDelivery.attach(subscriber, to: self)
  }
}

extension PublisherNames {
  /// ``CreatePublisher``, under a short name that a client's own type overrides.
  public typealias Create<Output, Failure: Error> = CreatePublisher<Output, Failure>

  /// ``CreatePublisher``, under another name.
  public typealias Factory<Output, Failure: Error> = CreatePublisher<Output, Failure>

  /// ``StreamCreating/Emitter``, as a member of `Publishers`.
  public typealias Emitter<Output, Failure: Error> = StreamCreating.Emitter<Output, Failure>
}

extension CreatePublisher: Sendable {}

extension AnyPublisher {
  /// Delivers the values that a closure, or what it starts, sends to an emitter. See ``CreatePublisher``.
  ///
  ///     callback      --1-2-3-4---|
  ///     create(bufferSize:whenFull:_:)
  ///     demand        1---------5--
  ///     downstream    --1-------4-|
  ///
  /// - **Demand**: the first request runs `start`, once for each subscription. Values that come without demand are
  ///   queued.
  /// - **Completion**: when it is sent, after what is queued.
  /// - **Failure**: when it is sent, after what is queued, as is that of a full queue (`.error`).
  /// - **Threads**: `start` runs on the requesting thread, never under a lock. Values are delivered where they are sent
  ///   or where downstream requests, serially.
  ///
  /// - Parameters:
  ///   - bufferSize: The number of values that may be queued: zero or more, `.max` for any number. A negative number
  ///     traps.
  ///   - whenFull: What happens to a value when the queue is full. `.suspend` is for a source that sends only what is
  ///     requested: `start` must call ``Emitter/onDemand(_:)``, or it traps.
  ///   - fileID: The caller's file, for the report of a drop.
  ///   - line: The caller's line, for the report of a drop.
  ///   - start: Starts the source for one subscription. What it returns is cancelled once, however the stream ends.
  /// - Returns: A publisher of the values that are sent and not dropped.
  /// - Complexity: O(`bufferSize`) memory, and O(1) for each value.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public static func create(
    bufferSize: Int = 256, whenFull: StreamOverflowPolicy<Failure> = .dropOldest, fileID: StaticString = #fileID,
    line: UInt = #line, _ start: @escaping @Sendable (Emitter<Output, Failure>) -> any Cancellable
  ) -> Self {
    Self(CreatePublisher(bufferSize: bufferSize, whenFull: whenFull, fileID: fileID, line: line, start))
  }
}
