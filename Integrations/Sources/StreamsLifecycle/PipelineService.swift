internal import IntegrationParts
public import ServiceLifecycle
public import StreamCore

/// A pipeline as a service: it runs until it ends by itself, or the program shuts down.
///
///     source      --1--2--3--!
///     shutdown    -----------*
///     accepted    --1--2--3--|
///     pipeline    ----a--b------c-|
///     run()       [===============]
///
///     let service = PipelineService(orders, drainLimit: .seconds(10)) { accepted in
///       accepted.asyncMap { order in await ship(order) }
///     }
///     try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger).run()
///
/// At a graceful shutdown the source is cancelled, and the pipeline finishes at that place: no value is accepted any
/// more. What is inside (buffered, delayed, in tasks) goes on, until the pipeline has finished too, or the limit is
/// over. Then the rest is cancelled.
///
/// - **Demand**: unlimited, at the end of the pipeline: its stages decide how much is in flight. What it delivers is
///   discarded; the work is done in the pipeline.
/// - **Completion**: ``run()`` returns.
/// - **Failure**: ``run()`` throws it.
/// - **Threads**: the pipeline is made and subscribed to by the task that calls ``run()``. The source is cancelled, and
///   the finish delivered, by a task of the shutdown, or by the thread that is delivering a value at that moment, after
///   that value.
public struct PipelineService<Source: Publisher & Sendable, Pipeline: Publisher>: Service {
  private let source: Source
  private let drainLimit: Duration
  private let clock: any Clock<Duration>
  private let pipeline: @Sendable (AcceptingPublisher<Source>) -> Pipeline

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - source: Where the values come from.
  ///   - drainLimit: How long the pipeline may go on after a graceful shutdown has begun, not negative. The service
  ///     group's own
  ///   - clock: The clock that measures it.
  ///   - pipeline: Makes the pipeline, once for each run.
  public init(
    _ source: Source, drainLimit: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock(),
    pipeline: @escaping @Sendable (AcceptingPublisher<Source>) -> Pipeline
  ) {
    precondition(drainLimit >= .zero, "A limit must not be negative (rule 9).")
    self.source = source
    self.drainLimit = drainLimit
    self.clock = clock
    self.pipeline = pipeline
  }

  /// Runs the pipeline until it has ended.
  ///
  /// A service group treats the return of a service as an error, unless its configuration says otherwise: see
  /// `successTerminationBehavior`. During a graceful shutdown it expects it.
  ///
  /// - Throws: The pipeline's failure; a ``DrainLimitExceededError``, if it has not ended within the limit; a
  ///   `CancellationError`, if the task is cancelled. In all these cases nothing of the pipeline runs on: it has been
  ///   cancelled.
  public func run() async throws {
    let gate = Gate()
    let end = PipelineEnd()
    pipeline(AcceptingPublisher(upstream: source, gate: gate)).subscribe(EndSubscriber(end: end))
    let (limit, clock) = (drainLimit, clock)
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        try await gracefulShutdown()
        gate.close()
        try await clock.sleep(for: limit)
        // Does nothing if the pipeline has ended: what came first counts.
        end.end(.failure(DrainLimitExceededError(limit: limit)))?.cancel()
      }
      try await end.reached()
    }
  }
}

/// A pipeline had not ended when its time after a graceful shutdown was over. What was in flight has been cancelled.
public struct DrainLimitExceededError: Error, Equatable {
  /// The limit.
  public let limit: Duration
}
