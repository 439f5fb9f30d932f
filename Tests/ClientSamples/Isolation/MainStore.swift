// The same store, of the main actor: silent in every mode, and its effects may come from anywhere.
import Streams

@MainActor
final class MainStore<State, Action> {
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
      isFinished = true
      self?.effects[number] = nil
    } receiveValue: { [weak self] action in
      self?.log.note()
      self?.send(action)
    }
    if !isFinished { effects[number] = cancellable }
  }

  /// A store of a part of the state.
  func scope<Part, PartAction>(
    _ part: @escaping (State) -> Part, _ action: @escaping (PartAction) -> Action
  ) -> MainStore<Part, PartAction> {
    var isSending = false
    let scoped = MainStore<Part, PartAction>(part(state.value), log: log) { [self] value, partAction in
      isSending = true
      defer { isSending = false }
      send(action(partAction))
      value = part(state.value)
      return .none
    }
    scoped.parent = state.dropFirst().sink { [weak scoped] value in
      scoped?.log.note()
      if !isSending { scoped?.state.value = part(value) }
    }
    return scoped
  }
}
