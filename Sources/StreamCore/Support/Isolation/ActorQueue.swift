public import Synchronization

/// The elements that wait for an actor, or for an executor. They are handled there one at a time and in order, by one
/// task at a time.
///
/// On the main actor, an element can be handled at once if nothing waits before it: see ``isThere``. Elements wait
/// without a limit.
// Sendable: `handle(_:)` is called on the actor alone; everything else is atomic or under the lock.
@usableFromInline
package class ActorQueue<Element>: ActorWork, @unchecked Sendable {
  private struct State {
    var waiting = Queue<Element>()

    /// Whether there is a task.
    var isDraining = false
  }

  private let place: ActorPlace
  private let state = Locked(State())
  @usableFromInline let isOnMain: Bool

  /// Whether nothing waits, and no task handles anything.
  @usableFromInline let isIdle = SharedWord(true)

  @usableFromInline
  package init(_ place: ActorPlace) {
    self.place = place
    isOnMain = place.isMain
    if isOnMain { noteMainThread() }
  }

  /// Handles an element; called on the actor.
  @usableFromInline
  package func handle(_ element: Element) {
    preconditionFailure("A subclass handles what waits.")
  }

  /// Whether the elements are for the main actor, this thread is on it, and nothing waits.
  @inlinable package var isThere: Bool { isOnMain && isIdle.load(ordering: .acquiring) && isOnMainActor() }

  @usableFromInline
  package func append(_ element: Element) {
    let isFirst = state.withLock { state in
      defer { state.isDraining = true }
      state.waiting.append(element)
      isIdle.store(false, ordering: .releasing)
      return !state.isDraining
    }
    if isFirst { place.start(self) }
  }

  @usableFromInline
  final func handleSome() {
    for _ in 0..<Self.batchSize {
      guard let element = next() else { return }
      handle(element)
    }
    place.start(self)
  }

  private func next() -> Element? {
    state.withLock { state in
      if let element = state.waiting.popFirst() { return element }
      state.isDraining = false
      isIdle.store(true, ordering: .releasing)
      return nil
    }
  }

  /// The number of elements that a task handles before it gives up the actor: enough to make the switch worth its cost,
  /// few enough not to delay others noticeably.
  private static var batchSize: Int { 256 }

  @usableFromInline
  func close() {
    let dropped = state.withLock { state in
      defer { state.waiting = Queue() }
      return state.waiting
    }
    withExtendedLifetime(dropped) {}
  }
}

/// What a task does. Not generic: a task's closure must not capture types that need not be `Sendable`.
@usableFromInline
protocol ActorWork: AnyObject, Sendable {
  /// Handles some of what waits, and starts a task for the rest; called on the actor.
  func handleSome()

  /// Drops what waits.
  func close()
}

/// Where work is done.
@usableFromInline
package enum ActorPlace: Sendable {
  case actor(any Actor)

  /// On an actor that is not retained. Once it is released, the closure is called, and nothing is done.
  case weakActor(WeakActor, ifReleased: @Sendable () -> Void)
  case executor(any TaskExecutor)

  /// On the executor of tasks that belong to no actor.
  case anywhere

  var isMain: Bool {
    switch self {
    case .actor(let actor): actor === MainActor.shared
    case .weakActor(let reference, _): reference.actor === MainActor.shared
    case .anywhere, .executor: false
    }
  }

  /// Starts a task that does some of the work. On an actor the new task is detached: the work does not belong to the
  /// task that happens to add to it.
  func start(_ work: any ActorWork) {
    switch self {
    case _ where isMain: Task.detached { @MainActor in work.handleSome() }
    case .actor(let actor): Task.detached { await handleSome(of: work, on: actor) }
    case .weakActor(let reference, let ifReleased):
      guard let actor = reference.actor else {
        work.close()
        return ifReleased()
      }
      Task.detached { await handleSome(of: work, on: actor) }
    case .anywhere: Task { work.handleSome() }
    case .executor(let executor): Task.detached(executorPreference: executor) { work.handleSome() }
    }
  }
}

/// A reference that does not retain its actor.
// Sendable: set once.
@usableFromInline
package final class WeakActor: @unchecked Sendable {
  @usableFromInline package private(set) weak var actor: (any Actor)?

  @usableFromInline
  package init(_ actor: any Actor) {
    self.actor = actor
  }
}

private func handleSome(of work: any ActorWork, on actor: isolated any Actor) {
  work.handleSome()
}

/// Closures that wait for an actor or an executor: the queue of a scheduler.
package final class WorkQueue: ActorQueue<@Sendable () -> Void>, @unchecked Sendable {
  package override init(_ place: ActorPlace) {
    super.init(place)
  }

  package override func handle(_ work: @escaping @Sendable () -> Void) {
    work()
  }

  /// Does the work: at once, if it is for the main actor, comes from there, and nothing waits before it.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    if isThere { work() } else { append(work) }
  }
}
