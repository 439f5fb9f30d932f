// A store of actions as the Composable Architecture has it before 1.0: a class of no actor, types that need not be
// Sendable, effects that are publishers.
import Dispatch
import Streams

nonisolated struct Effect<Action>: Publisher {
  typealias Output = Action
  typealias Failure = Never

  private let upstream: AnyPublisher<Action, Never>

  init(_ publisher: some Publisher<Action, Never>) {
    upstream = publisher.eraseToAnyPublisher()
  }

  static var none: Effect { Effect(Empty()) }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Action, S.Failure == Never {
    upstream.subscribe(subscriber)
  }
}

/// The effects of such a store have to come back to the main queue. In a module that is the main actor's by default, it
/// belongs to that.
final class PlainStore<State, Action> {
  let state: CurrentValueSubject<State, Never>
  let log: Log
  private let reduce: (inout State, Action) -> Effect<Action>
  private var effects: [Int: AnyCancellable] = [:]
  private var nextEffect = 0
  private var isSending = false
  private var bufferedActions: [Action] = []
  private var parent: AnyCancellable?

  init(_ state: State, log: Log, reduce: @escaping (inout State, Action) -> Effect<Action>) {
    self.state = CurrentValueSubject(state)
    self.log = log
    self.reduce = reduce
  }

  /// Reduces an action; one that is sent meanwhile waits for its turn.
  func send(_ action: Action) {
    bufferedActions.append(action)
    if isSending { return }
    isSending = true
    var current = state.value
    defer {
      isSending = false
      state.value = current
    }
    while !bufferedActions.isEmpty { start(reduce(&current, bufferedActions.removeFirst())) }
  }

  private func start(_ effect: Effect<Action>) {
    let number = nextEffect
    nextEffect += 1
    var isFinished = false
    let cancellable = effect.sink { [weak self] _ in
      // warns: 6 6S | mutation of captured var 'isFinished'
      isFinished = true
      // warns: 6 6S | capture of 'self' with non-Sendable type 'PlainStore<State, Action>?'
      self?.effects[number] = nil
    } receiveValue: { [weak self] action in
      // warns: 6 6S | capture of 'self' with non-Sendable type 'PlainStore<State, Action>?'
      self?.log.note()
      self?.send(action)
    }
    if !isFinished { effects[number] = cancellable }
  }

  /// A store of a part of the state.
  func scope<Part, PartAction>(
    _ part: @escaping (State) -> Part, _ action: @escaping (PartAction) -> Action
  ) -> PlainStore<Part, PartAction> {
    var isSending = false
    let scoped = PlainStore<Part, PartAction>(part(state.value), log: log) { [self] value, partAction in
      isSending = true
      defer { isSending = false }
      send(action(partAction))
      value = part(state.value)
      return .none
    }
    scoped.parent = state.dropFirst().sink { [weak scoped] value in
      // warns: 6 6S | capture of 'scoped' with non-Sendable type 'PlainStore<Part, PartAction>?'
      scoped?.log.note()
      // warns: 6 6S | capture of 'part' with non-Sendable type '(State) -> Part'
      // warns: 6 6S | reference to captured var 'isSending'
      if !isSending { scoped?.state.value = part(value) }
    }
    return scoped
  }
}
