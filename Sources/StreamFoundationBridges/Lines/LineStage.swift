public import StreamCore

/// Cuts what upstream sends into lines, and makes an element of each: the part that all stages share which read lines.
///
/// Upstream is asked for one piece at a time, when downstream wants a line and none is left, so that no more is held than
/// one piece and one line.
// Sendable: `state` is under its lock; `splitter`, `upcoming` and `budget` belong to the thread that delivers, which
// `state.isDelivering` names.
@usableFromInline
package final class LineStage<Upstream: Publisher, Downstream: Subscriber>: StageSubscriber, StageSubscription,
  @unchecked Sendable
where Upstream.Output: Swift.Sequence<UInt8>, Downstream.Failure == any Error {
  @usableFromInline package typealias Input = Upstream.Output
  @usableFromInline package typealias Failure = Upstream.Failure

  @usableFromInline package let description: String

  @usableFromInline package var pipelineEnd: (any PipelineEnd)? {
    state.withLock { $0.downstream }.flatMap { StreamCore.pipelineEnd(of: $0) }
  }

  @usableFromInline
  struct State {
    @usableFromInline var upstream = UpstreamState.awaitingSubscription
    @usableFromInline var downstream: Downstream?
    @usableFromInline var makeElement: ((ArraySlice<UInt8>) throws -> Downstream.Input?)?
    @usableFromInline var pieces = Queue<Upstream.Output>()
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var completion: Subscribers.Completion<Upstream.Failure>?
    @usableFromInline var isDelivering = false
    @usableFromInline var isAsked = false

    @inlinable
    init() {}
  }

  @usableFromInline let state: Locked<State>
  @usableFromInline var splitter: LineSplitter
  @usableFromInline var upcoming: ArraySlice<UInt8>?

  /// - Parameters:
  ///   - description: What the stage says of itself.
  ///   - downstream: Whom to deliver to.
  ///   - maxLength: The number of bytes that a line may have.
  ///   - makeElement: Makes an element of a line; `nil` for a line that is to be left out. What it throws ends the
  ///     stream.
  @inlinable
  package init(
    _ description: String, to downstream: Downstream, maxLength: Int,
    makeElement: @escaping (ArraySlice<UInt8>) throws -> Downstream.Input?
  ) {
    self.description = description
    splitter = LineSplitter(maxLength: maxLength)
    var state = State()
    state.downstream = downstream
    state.makeElement = makeElement
    self.state = Locked(state)
  }

  // MARK: Upstream's side

  @inlinable
  package func receive(subscription: any Subscription) {
    let downstream: Downstream? = state.withLock { state in
      state.upstream.attach(subscription) ? state.downstream : nil
    }
    guard let downstream else { return subscription.cancel() }
    downstream.receive(subscription: self)
  }

  @inlinable
  package func receive(_ input: Upstream.Output) -> Subscribers.Demand {
    let isFlowing = state.withLock { state in
      guard state.upstream.isActive, state.completion == nil else { return false }
      state.pieces.append(input)
      state.isAsked = false
      return true
    }
    if isFlowing { deliver() }
    return .none
  }

  @inlinable
  package func receive(completion: Subscribers.Completion<Upstream.Failure>) {
    let isFirst = state.withLock { state in
      guard state.upstream.isActive, state.completion == nil else { return false }
      state.completion = completion
      return true
    }
    if isFirst { deliver() }
  }

  // MARK: Downstream's side

  @inlinable
  package func request(_ demand: Subscribers.Demand) {
    guard demand != .none else { return }
    state.withLock { $0.demand += demand }
    deliver()
  }

  @inlinable
  package func cancel() {
    end()?.cancel()
  }

  /// Ends the stream, and lets go of everything but what the thread that delivers is using.
  ///
  /// - Returns: The upstream's subscription, for the one caller who ended the stream.
  @inlinable
  func end() -> (any Subscription)? {
    let (subscription, released) = state.withLock { state -> ((any Subscription)?, State?) in
      guard let subscription = state.upstream.terminate() else { return (nil, nil) }
      var released = State()
      swap(&released, &state)
      state.upstream = .terminated
      state.isDelivering = released.isDelivering
      return (subscription, released)
    }
    withExtendedLifetime(released) {}
    return subscription
  }

  // MARK: Delivery

  @usableFromInline
  enum Step {
    case splits(Upstream.Output)
    case asks(any Subscription)
    case ends(Subscribers.Completion<Upstream.Failure>)
    case stops
  }

  /// Delivers as much as there is and as is wanted, unless a thread is at it already: that takes up what has come.
  @inlinable
  func deliver() {
    let (downstream, makeElement) = state.withLock { state in
      let isFree = !state.isDelivering && state.upstream.isActive
      guard isFree, let downstream = state.downstream, let makeElement = state.makeElement else {
        return (Downstream?.none, ((ArraySlice<UInt8>) throws -> Downstream.Input?)?.none)
      }
      state.isDelivering = true
      return (downstream, makeElement)
    }
    guard let downstream, let makeElement else { return }
    do {
      try deliver(to: downstream, makeElement)
    } catch {
      upcoming = nil
      guard let subscription = end() else { return }
      subscription.cancel()
      downstream.receive(completion: .failure(error))
    }
  }

  @inlinable
  func deliver(
    to downstream: Downstream, _ makeElement: (ArraySlice<UInt8>) throws -> Downstream.Input?
  ) throws {
    while true {
      if upcoming == nil { upcoming = try splitter.next().map { splitter[$0] } }
      if let line = upcoming {
        guard takeOne() else { return }
        upcoming = nil
        if let element = try makeElement(line) {
          let demand = downstream.receive(element)
          if demand != .none { state.withLock { $0.demand += demand } }
        } else {
          state.withLock { $0.demand += 1 }
        }
        continue
      }
      switch nextStep() {
      case .splits(let piece):
        splitter.append(piece)
      case .asks(let subscription):
        subscription.request(.max(1))
      case .ends(let completion):
        if case .finished = completion, let line = try splitter.last() {
          upcoming = splitter[line]
          continue
        }
        if end() != nil { downstream.receive(completion: completion.widened) }
        return
      case .stops:
        return
      }
    }
  }

  /// - Returns: Whether the upcoming line is wanted; if not, this thread delivers no longer.
  @inlinable
  func takeOne() -> Bool {
    state.withLock { state in
      guard state.upstream.isActive, state.demand != .none else {
        state.isDelivering = false
        return false
      }
      state.demand -= 1
      return true
    }
  }

  /// What to do when no line is left. With nothing to do, this thread delivers no longer.
  @inlinable
  func nextStep() -> Step {
    state.withLock { state in
      guard case .active(let subscription) = state.upstream else {
        state.isDelivering = false
        return .stops
      }
      if let piece = state.pieces.popFirst() { return .splits(piece) }
      if let completion = state.completion { return .ends(completion) }
      if state.demand != .none, !state.isAsked {
        state.isAsked = true
        return .asks(subscription)
      }
      state.isDelivering = false
      return .stops
    }
  }

  @usableFromInline package var mirrorChildren: KeyValuePairs<String, Any> {
    let state = state.value
    return ["downstream": state.downstream as Any, "state": state.upstream, "demand": state.demand]
  }
}
