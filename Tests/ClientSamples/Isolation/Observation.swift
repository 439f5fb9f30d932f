// An observation as GRDB has it: a publisher and a subscription of the library's own, under a lock, with demand. The
// first value comes at once, the others from the queue of the database; a fetch that throws ends the stream.
import Dispatch
import Foundation
import Streams

nonisolated protocol RowObserver: AnyObject, Sendable {
  func receive(_ rows: [String])
}

nonisolated final class Database: @unchecked Sendable {
  private let queue = ownQueue()
  private var rows: [String] = []
  private var observers: [UUID: any RowObserver] = [:]

  func write(_ row: String) {
    queue.async { [self] in
      rows.append(row)
      for observer in observers.values { observer.receive(rows) }
    }
  }

  /// - Returns: The rows before the first that the observer is told of.
  func add(_ id: UUID, _ observer: any RowObserver) -> [String] {
    queue.sync {
      observers[id] = observer
      return rows
    }
  }

  func remove(_ id: UUID) {
    queue.async { [self] in observers[id] = nil }
  }
}

nonisolated struct ValueObservation<Value: Sendable>: Sendable {
  let fetch: @Sendable ([String]) throws -> Value

  static func tracking(_ fetch: @escaping @Sendable ([String]) throws -> Value) -> ValueObservation {
    ValueObservation(fetch: fetch)
  }

  func publisher(in database: Database) -> ValuePublisher<Value> {
    ValuePublisher(database: database, observation: self)
  }
}

nonisolated struct ValuePublisher<Value: Sendable>: Publisher {
  typealias Output = Value
  typealias Failure = any Error

  let database: Database
  let observation: ValueObservation<Value>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == any Error {
    subscriber.receive(
      subscription: ValueSubscription(database: database, fetch: observation.fetch, downstream: subscriber))
  }
}

nonisolated private final class ValueSubscription<Downstream: Subscriber>: Subscription, RowObserver,
  @unchecked Sendable
where Downstream.Failure == any Error, Downstream.Input: Sendable {
  private enum State {
    case waitingForDemand(Downstream)
    case observing(Downstream, Subscribers.Demand)
    case finished
  }

  private let id = UUID()
  private let database: Database
  private let fetch: @Sendable ([String]) throws -> Downstream.Input

  /// Held while a value is delivered, so that the second does not overtake the first.
  private let lock = NSRecursiveLock()
  private var state: State

  init(database: Database, fetch: @escaping @Sendable ([String]) throws -> Downstream.Input, downstream: Downstream) {
    self.database = database
    self.fetch = fetch
    state = .waitingForDemand(downstream)
  }

  func request(_ demand: Subscribers.Demand) {
    lock.withLock {
      switch state {
      case .waitingForDemand(let downstream):
        guard demand > 0 else { return }
        state = .observing(downstream, demand)
        receive(database.add(id, self))
      case .observing(let downstream, let remaining): state = .observing(downstream, remaining + demand)
      case .finished: break
      }
    }
  }

  /// What is not demanded is skipped.
  func receive(_ rows: [String]) {
    lock.withLock {
      guard case .observing(let downstream, let demand) = state, demand > 0 else { return }
      do {
        let value = try fetch(rows)
        state = .observing(downstream, demand - 1)
        let more = downstream.receive(value)
        if case .observing(_, let remaining) = state { state = .observing(downstream, remaining + more) }
      } catch {
        state = .finished
        database.remove(id)
        downstream.receive(completion: .failure(error))
      }
    }
  }

  func cancel() {
    lock.withLock {
      state = .finished
      database.remove(id)
    }
  }
}

@MainActor
final class RowsModel {
  nonisolated struct TooMany: Error {}

  private(set) var counts: [Int] = []
  private(set) var failure: (any Error)?
  let log = Log()
  private var observation: AnyCancellable?

  func observe(_ database: Database) {
    observation = ValueObservation.tracking { rows in
      if rows.count > 2 { throw TooMany() }
      return rows.count
    }
    .publisher(in: database)
    .sink { [weak self] completion in
      if case .failure(let error) = completion { self?.failure = error }
      self?.log.note()
    } receiveValue: { [weak self] in
      self?.counts.append($0)
      self?.log.note()
    }
  }
}
