public import StreamCore

/// Which elements of the sides belong together.
@frozen
@usableFromInline
enum JoinPolicy {
  /// Those of the same place: `zip`.
  case byPlace

  /// The latest of each side: `combineLatest`.
  case latest

  @usableFromInline var name: String {
    switch self {
    case .byPlace: "Zip"
    case .latest: "CombineLatest"
    }
  }
}

extension JoinCore {
  /// What a join knows. No lock, no call to anybody but `join`, which only moves and copies elements.
  @usableFromInline
  struct State {
    @usableFromInline var sides: ContiguousArray<Side> = []

    /// How many sides hold nothing.
    @usableFromInline var emptySideCount = 0

    @usableFromInline var endedSideCount = 0

    @usableFromInline var join: (() -> Downstream.Input)?

    /// What waits for demand, or for whoever delivers.
    @usableFromInline var ready = Queue<Downstream.Input>()

    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var isDelivering = false
    @usableFromInline var isEnded = false

    /// What whoever delivers is to end with.
    @usableFromInline var failure: Failure?

    @inlinable
    init() {}
  }

  @usableFromInline
  enum Step {
    case value(Downstream.Input)
    case completion(Subscribers.Completion<Failure>, Released?)
    case nothing
  }

  /// What is let go of at the end, outside the lock. An object, so that a step that is none weighs no more for it.
  @usableFromInline
  final class Released {
    /// Whether whoever ended the stream tells downstream.
    @usableFromInline let isMine: Bool
    let upstreams: [SubscriptionObject]
    let held: [Any]
    let ready: Queue<Downstream.Input>
    let join: (() -> Downstream.Input)?

    init(
      isMine: Bool, upstreams: [SubscriptionObject], held: [Any], ready: Queue<Downstream.Input>,
      join: (() -> Downstream.Input)?
    ) {
      self.isMine = isMine
      self.upstreams = upstreams
      self.held = held
      self.ready = ready
      self.join = join
    }

    @usableFromInline
    func cancel() {
      for upstream in upstreams { upstream.cancel() }
    }
  }
}

extension JoinCore.State {
  @usableFromInline
  struct Side {
    @usableFromInline let object: JoinSideBase
    @usableFromInline var upstream = UpstreamState.awaitingSubscription

    /// How many elements are held.
    @usableFromInline var count = 0

    @inlinable
    init(_ object: JoinSideBase) {
      self.object = object
    }
  }

  /// - Returns: The subscription of a side that has ended.
  @usableFromInline
  mutating func endSide(_ side: Int) -> SubscriptionObject? {
    guard let ended = sides[side].upstream.terminate() else { return nil }
    endedSideCount += 1
    return ended
  }

  /// Joins the elements that belong together, if all sides hold one.
  ///
  /// - Returns: What is superseded, to be released outside the lock.
  @inlinable
  mutating func joinReady(_ policy: JoinPolicy) -> Downstream.Input? {
    guard emptySideCount == 0, let join else { return nil }
    let value = join()
    switch policy {
    case .byPlace:
      for side in sides.indices {
        sides[side].count -= 1
        if sides[side].count == 0 { emptySideCount += 1 }
      }
    case .latest:
      // Past what is asked for only the latest waits.
      if demand < ready.count { return ready.replaceLast(by: value) }
    }
    ready.append(value)
    return nil
  }

  /// What whoever delivers is to do next.
  @inlinable
  mutating func next(_ policy: JoinPolicy) -> JoinCore.Step {
    if isEnded {
      isDelivering = false
      return failure.take().map { .completion(.failure($0), nil) } ?? .nothing
    }
    if demand != .none, let value = ready.popFirst() {
      isDelivering = true
      demand -= 1
      return .value(value)
    }
    isDelivering = false
    return ready.isEmpty && isOver(policy) ? .completion(.finished, end(isMine: true)) : .nothing
  }

  /// Whether nothing can be joined any more.
  @inlinable
  func isOver(_ policy: JoinPolicy) -> Bool {
    guard endedSideCount > 0 else { return false }
    if policy == .latest, endedSideCount == sides.count { return true }
    return sides.contains { side in
      if case .terminated = side.upstream { side.count == 0 } else { false }
    }
  }

  /// Adds demand.
  ///
  /// - Returns: Whom to ask for it.
  @usableFromInline
  mutating func add(_ more: Subscribers.Demand, except side: Int?) -> [SubscriptionObject] {
    guard !isEnded else { return [] }
    demand += more
    return sides.indices.compactMap { $0 == side ? nil : sides[$0].upstream.subscription }
  }

  /// Ends the stream.
  @usableFromInline
  mutating func end(isMine: Bool) -> JoinCore.Released {
    isEnded = true
    defer {
      sides = []
      join = nil
      ready = Queue()
    }
    return JoinCore.Released(
      isMine: isMine, upstreams: sides.compactMap(\.upstream.subscription), held: sides.map { $0.object.empty() },
      ready: ready, join: join)
  }
}
