public import StreamCore
internal import StreamParts

/// Work that starts with an input, if it is enabled and has a free place, and that publishes whether it is running.
///
///     answer         ^-   -1|
///     action(a)      ^-   -1|
///     action(b)       (^#)
///     isExecuting   ft-   --f|
///     # = disabled
///
///     let login = Action<Credentials, User, LoginError>(enabledIf: isOnline) { service.login($0) }
///     login(credentials).sink(receiveCompletion: { … }, receiveValue: { … })
///
/// Where another package has a class of the same name, a scoped import chooses: `import class StreamSubjects.Action`.
///
/// - **Demand**: the demand on a run is passed to its publisher unchanged. A subscriber of ``values``, ``failures`` or
///   ``refusals`` without outstanding demand misses values.
/// - **Completion**: subscribers of ``values``, ``failures`` and ``refusals`` receive the finish when this object has
///   been released and its runs have ended, as do those of ``isExecuting``.
/// - **Failure**: a run fails with its publisher's failure, or because it is refused. The other streams do not fail.
/// - **Threads**: it may be used on any thread. Taking a place is atomic, so concurrent threads never get more places
///   than there are. Runs deliver where their publishers do, after the streams of the action; closures run under no
///   lock.
public final class Action<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  private let enabledIf: Property<Bool>
  private let concurrency: StreamActionConcurrency
  let execute: @Sendable (Input) -> AnyPublisher<Output, Failure>

  /// The number of runs.
  private let runs = Broadcaster<Int, Never>("Action", current: 0)

  /// The run that the next one cancels.
  private let latest = Locked<ActionPlace?>(nil)

  @usableFromInline let sentValues = PassthroughSubject<Output, Never>()
  @usableFromInline let sentFailures = PassthroughSubject<Failure, Never>()
  let sentRefusals = PassthroughSubject<Input, Never>()

  /// Creates an action.
  ///
  /// - Parameters:
  ///   - enabledIf: Whether runs may begin. Running ones continue when it changes.
  ///   - concurrency: The limit on concurrent runs. A number less than 1 traps.
  ///   - execute: Returns the publisher of a run.
  @preconcurrency
  public init(
    enabledIf: Property<Bool> = Property(true), concurrency: StreamActionConcurrency = .exclusive,
    _ execute: @escaping @Sendable (Input) -> AnyPublisher<Output, Failure>
  ) {
    if case .concurrent(let limit) = concurrency {
      precondition(limit > 0, "The number of runs at a time is 1 or more (rule 9): \(limit)")
    }
    (self.enabledIf, self.concurrency, self.execute) = (enabledIf, concurrency, execute)
  }

  deinit {
    runs.send(completion: .finished)
    sentValues.send(completion: .finished)
    sentFailures.send(completion: .finished)
    sentRefusals.send(completion: .finished)
  }

  /// Returns a publisher that starts a run for each subscription, if the action is enabled and a place is free.
  ///
  ///     answer 1      ---   -a|
  ///     answer 2                 ^---a|
  ///     callAsFunction(_:)
  ///     load(1)       ---   -a|
  ///     load(2)         (^#)
  ///     load(3)                  ^---a|
  ///     # = disabled
  ///
  /// With `.latest`, a run replaces the previous one, whose subscriber receives the finish.
  ///
  /// - **Demand**: passed to the closure's publisher unchanged.
  /// - **Completion**: passed on, when the place is free.
  /// - **Failure**: a failure of the closure's publisher is passed on as `.failed`, when the place is free. If the run
  ///   may not begin, it fails with `.disabled`, without demand, and the closure is not called.
  /// - **Threads**: the closure runs where the subscription is made, under no lock. A cancel frees the place before it
  ///   returns.
  ///
  /// - Parameter input: The input, for the closure of the action.
  /// - Returns: A publisher of what the closure's publisher delivers. It holds the action.
  @inlinable
  public func callAsFunction(_ input: Input) -> AnyPublisher<Output, StreamActionFailure<Failure>> {
    AnyPublisher(ActionRuns(action: self, input: input))
  }

  /// Whether a run has begun and not ended.
  public var isExecuting: Property<Bool> {
    running.map { $0 > 0 }.removingDuplicates()
  }

  /// Whether a run may begin: it is enabled, and has a free place.
  public var isEnabled: Property<Bool> {
    let limit = concurrency.limit
    return enabledIf.combined(with: running).map { $0.0 && $0.1 < limit }.removingDuplicates()
  }

  private var running: Property<Int> {
    Property(read: { [runs] in runs.current }, attach: { [runs] in runs.subscribe(toProperty: $0) })
  }

  /// The values of all runs, as they are delivered.
  public var values: AnyPublisher<Output, Never> { sentValues.eraseToAnyPublisher() }

  /// The failures of all runs.
  public var failures: AnyPublisher<Failure, Never> { sentFailures.eraseToAnyPublisher() }

  /// The inputs of the runs that have failed with `.disabled`.
  public var refusals: AnyPublisher<Input, Never> { sentRefusals.eraseToAnyPublisher() }

  // MARK: Places

  /// - Returns: Whether the run may begin.
  func takePlace() -> Bool {
    // Read outside of locks: it may call closures of a client.
    guard enabledIf.value else { return false }
    let limit = concurrency.limit
    do {
      try runs.update { count in
        guard count < limit else { throw NoFreePlace() }
        count += 1
      }
      return true
    } catch {
      return false
    }
  }

  private struct NoFreePlace: Error {}

  /// Makes a run the latest, if only one may run.
  ///
  /// - Returns: The one before, which is to be replaced.
  func replaceLatest(by place: ActionPlace) -> ActionPlace? {
    guard case .latest = concurrency else { return nil }
    return latest.exchange(place)
  }

  /// Releases a run that has ended, if it is the latest.
  func forget(_ place: ActionPlace) {
    let former: ActionPlace? = latest.withLock { latest in latest === place ? latest.take() : nil }
    withExtendedLifetime(former) {}
  }

  func freePlace(of place: ActionPlace) {
    forget(place)
    runs.update { $0 -= 1 }
  }
}

/// How many runs of an `Action` there may be at a time.
public enum StreamActionConcurrency: Hashable, Sendable {
  /// One run; a further run is refused.
  case exclusive

  /// One run; a new run replaces it.
  case latest

  /// This number of runs, 1 or more; a further run is refused.
  case concurrent(Int)

  var limit: Int {
    switch self {
    case .exclusive: 1
    case .latest: .max
    case .concurrent(let limit): limit
    }
  }
}

/// Why a run of an `Action` has failed.
public enum StreamActionFailure<Failure: Error>: Error {
  /// It has not begun: the action was not enabled, or had no free place.
  case disabled

  /// Its publisher has failed.
  case failed(Failure)
}

extension StreamActionFailure: Equatable where Failure: Equatable {}

extension StreamActionFailure: Hashable where Failure: Hashable {}

extension PublisherNames {
  /// ``StreamActionConcurrency``, under a short name that a client's own type overrides.
  public typealias ActionConcurrency = StreamActionConcurrency

  /// ``StreamActionFailure``, under a short name that a client's own type overrides.
  public typealias ActionFailure<Failure: Error> = StreamActionFailure<Failure>
}
