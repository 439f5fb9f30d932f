// Two clients as they are written: a store that sends actions to a reducer, and an observation of a database.
import Dispatch
import Streams

/// An effect is a publisher of actions, as in the Composable Architecture before 1.0.
nonisolated struct Effect<Action: Sendable>: Sendable {
  let actions: AnyPublisher<Action, Never>

  init(_ publisher: some Publisher<Action, Never>) {
    actions = publisher.eraseToAnyPublisher()
  }

  static var none: Effect { Effect(Empty()) }
}

@MainActor
final class Store<State: Sendable, Action: Sendable> {
  private(set) var state: CurrentValueSubject<State, Never>
  private let reduce: @MainActor (inout State, Action) -> Effect<Action>
  private var effects: [Int: AnyCancellable] = [:]
  private var nextEffect = 0
  let log = Log()

  init(_ state: State, reduce: @escaping @MainActor (inout State, Action) -> Effect<Action>) {
    self.state = CurrentValueSubject(state)
    self.reduce = reduce
  }

  func send(_ action: Action) {
    log.note()
    let effect = reduce(&state.value, action)
    let number = nextEffect
    nextEffect += 1
    var isFinished = false
    let cancellable = effect.actions.sink { [weak self] _ in
      isFinished = true
      self?.effects[number] = nil
    } receiveValue: { [weak self] action in
      self?.send(action)
    }
    if !isFinished { effects[number] = cancellable }
  }
}

/// The value of a request whenever the database changes, as GRDB's `ValueObservation` has it.
nonisolated final class Database: @unchecked Sendable {
  private let queue = DispatchQueue(label: "database")
  private let changes = PassthroughSubject<Void, Never>()
  private var rows: [String] = []

  func write(_ row: String) {
    queue.sync { rows.append(row) }
    changes.send()
  }

  func observe<Value: Sendable>(
    _ fetch: @escaping @Sendable ([String]) -> Value
  ) -> AnyPublisher<Value, any Error> {
    changes
      .prepend(())
      .receive(on: queue)
      .map { [unowned self] in fetch(rows) }
      .setFailureType(to: (any Error).self)
      .eraseToAnyPublisher()
  }
}

@MainActor
final class RowsModel {
  private(set) var count = 0
  let log = Log()
  private var observation: AnyCancellable?

  func observe(_ database: Database) {
    observation = database.observe(\.count)
      .sink { _ in
      } receiveValue: { [weak self] in
        self?.count = $0
        self?.log.note()
      }
  }
}
