public import StreamCore

extension ZipCore {
  /// What a zip knows. No lock, no call to anybody but `take`, which only moves elements.
  @usableFromInline
  struct State {
    @usableFromInline var sides: [ZipSideBase] = []
    @usableFromInline var emptySideCount = 0
    @usableFromInline var take: (() -> Downstream.Input)?
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

  /// What is let go of at the end, outside the lock.
  @usableFromInline
  struct Released {
    /// Whether whoever ended the stream tells downstream.
    @usableFromInline let isMine: Bool
    let upstreams: [any Subscription]
    let queues: [Any]
    let take: (() -> Downstream.Input)?

    @usableFromInline
    func cancel() {
      for upstream in upstreams { upstream.cancel() }
    }
  }
}

extension ZipCore.State {
  /// What whoever delivers is to do next.
  @inlinable
  mutating func next() -> ZipCore.Step {
    if isEnded {
      isDelivering = false
      return failure.take().map { .completion(.failure($0), nil) } ?? .nothing
    }
    if demand != .none, emptySideCount == 0, let take {
      isDelivering = true
      demand -= 1
      for side in sides {
        side.count -= 1
        if side.count == 0 { emptySideCount += 1 }
      }
      return .value(take())
    }
    isDelivering = false
    // A side that has ended, with nothing queued, will never have its part of a value again.
    guard sides.contains(where: { $0.count == 0 && $0.hasEnded }) else { return .nothing }
    return .completion(.finished, end(isMine: true))
  }

  /// Adds demand.
  ///
  /// - Returns: Whom to ask for it.
  @usableFromInline
  mutating func add(_ more: Subscribers.Demand, except side: ZipSideBase?) -> [any Subscription] {
    guard !isEnded else { return [] }
    demand += more
    return sides.compactMap { $0 === side ? nil : $0.upstream.subscription }
  }

  /// Ends the stream.
  @usableFromInline
  mutating func end(isMine: Bool) -> ZipCore.Released {
    isEnded = true
    defer {
      sides = []
      take = nil
    }
    return ZipCore.Released(
      isMine: isMine, upstreams: sides.compactMap { $0.upstream.terminate() }, queues: sides.map { $0.takeQueue() },
      take: take)
  }
}
