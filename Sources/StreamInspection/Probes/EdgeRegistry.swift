internal import StreamCore

/// The edges that are alive.
final class EdgeRegistry: Sendable {
  static let shared = EdgeRegistry()

  // Sendable: the weak reference is only read.
  private struct Entry: @unchecked Sendable {
    weak var edge: Edge?
  }

  // Sendable: as an entry.
  private final class WeakHub: @unchecked Sendable {
    private(set) weak var hub: (any SendingHub)?

    init(_ hub: any SendingHub) {
      self.hub = hub
    }
  }

  private struct State {
    var entries: [Edge.ID: Entry] = [:]

    /// By the addresses of subscriptions.
    var numbers: [UInt: Edge.ID] = [:]

    /// How many elements the publishers of edges queue at most, if that is bounded.
    var capacities: [Edge.ID: Int] = [:]

    /// The hubs of subjects, by the addresses of these.
    var hubs: [UInt: WeakHub] = [:]

    /// The number of hubs at which those that have been released are removed.
    var hubLimit = 64

    /// How many pipelines were cancelled before they received anything, by where they were subscribed to.
    var unheard: [ObjectIdentifier: (origin: Origin, count: Int)] = [:]
  }

  private let state = Locked(State())

  func add(_ edge: Edge) {
    state.withLock { $0.entries[edge.id] = Entry(edge: edge) }
  }

  /// Notes the address of the subscription of an edge. One that is no longer alive may have had it.
  func add(_ subscription: UInt, of edge: Edge) {
    state.withLock { $0.numbers[subscription] = edge.id }
  }

  /// Forgets an edge that is released.
  ///
  /// - Parameters:
  ///   - id: The number of the edge.
  ///   - subscription: The address of its subscription; 0 if there was none.
  ///   - origin: Where the pipeline was subscribed to, if it was cancelled before it received anything.
  func forget(_ id: Edge.ID, subscription: UInt, unheard origin: Origin?) {
    state.withLock { state in
      if let origin { state.unheard[ObjectIdentifier(origin), default: (origin, 0)].count += 1 }
      state.entries[id] = nil
      if !state.capacities.isEmpty { state.capacities[id] = nil }
      if state.numbers[subscription] == id { state.numbers[subscription] = nil }
    }
  }

  /// Notes how many elements the publisher of an edge queues at most.
  func bound(_ edge: Edge, to capacity: Int) {
    state.withLock { $0.capacities[edge.id] = capacity }
  }

  /// Notes the hub of a subject. One that is no longer alive may have had its address.
  func add(_ hub: any SendingHub, ofObject address: UInt) {
    let many: [UInt: WeakHub]? = state.withLock { state in
      state.hubs[address] = WeakHub(hub)
      return state.hubs.count > state.hubLimit ? state.hubs : nil
    }
    guard let many else { return }
    // Outside the lock: looking at one retains it for that moment, and may release it.
    let released = many.filter { $0.value.hub == nil }
    state.withLock { state in
      for (address, hub) in released where state.hubs[address] === hub { state.hubs[address] = nil }
      state.hubLimit = max(64, 2 * state.hubs.count)
    }
  }

  var hubCount: Int { state.withLock { $0.hubs.count } }

  /// How many sends wait at the subjects that are alive, by the addresses of these. Looking at one retains it for that
  /// moment.
  var waitingSends: [UInt: Int] { state.withLock { $0.hubs }.compactMapValues { $0.hub?.waitingSends } }

  var unheard: [(origin: Origin, count: Int)] { state.withLock { Array($0.unheard.values) } }

  var capacities: [Edge.ID: Int] { state.withLock { $0.capacities } }

  func edge(_ id: Edge.ID) -> Edge? {
    state.withLock { $0.entries[id]?.edge }
  }

  func edge(ofSubscription address: UInt) -> Edge? {
    state.withLock { state in state.numbers[address].flatMap { state.entries[$0]?.edge } }
  }

  /// The living edges, in the order in which they were made. Looking at one retains it for that moment; none is
  /// released under the lock.
  var living: [Edge] {
    state.withLock { $0.entries.values.compactMap(\.edge) }.sorted { $0.id < $1.id }
  }
}
