internal import StreamCore

/// A set of signals: the bit `number - 1` of each. The numbers of Linux end at 64, those of Apple's platforms at 31.
struct SignalSet: OptionSet, Sendable {
  var rawValue: UInt64

  /// - Parameter number: The number of a signal, from 1 to 64.
  /// - Returns: The set of that signal.
  static func signal(_ number: Int32) -> SignalSet {
    SignalSet(rawValue: 1 << UInt64(number - 1))
  }

  /// The numbers, the lowest first.
  var numbers: [Int32] {
    var (rest, numbers) = (self, [Int32]())
    while let number = rest.popLowest() { numbers.append(number) }
    return numbers
  }

  /// Removes the signal with the lowest number.
  ///
  /// - Returns: Its number; `nil` if the set is empty.
  mutating func popLowest() -> Int32? {
    guard !isEmpty else { return nil }
    let number = Int32(rawValue.trailingZeroBitCount + 1)
    remove(.signal(number))
    return number
  }
}

/// The subscriptions of a process and the signals that each wants.
struct SignalRegistry<Key: Hashable, Receiver> {
  private var members: [Key: (receiver: Receiver, wanted: SignalSet)] = [:]

  /// The signals that some member wants.
  private var wanted: SignalSet { members.values.reduce(into: []) { $0.formUnion($1.wanted) } }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - receiver: The member.
  ///   - key: Its key, which no present member has.
  ///   - wanted: The signals that it wants.
  /// - Returns: Those of them that no other member wants: a handler must be installed for them.
  mutating func add(_ receiver: Receiver, key: Key, wanting wanted: SignalSet) -> SignalSet {
    defer { members[key] = (receiver, wanted) }
    return wanted.subtracting(self.wanted)
  }

  /// Removes a member.
  ///
  /// - Parameter key: Its key.
  /// - Returns: The member, and those of its signals that no other member wants: what was installed before must be
  ///   restored. `nil` if there is no such member.
  mutating func remove(_ key: Key) -> (receiver: Receiver, last: SignalSet)? {
    guard let (receiver, wanted) = members.removeValue(forKey: key) else { return nil }
    return (receiver, wanted.subtracting(self.wanted))
  }

  /// - Parameter arrived: The signals that have come.
  /// - Returns: The members that want some of them, and which.
  func receivers(of arrived: SignalSet) -> [(receiver: Receiver, signals: SignalSet)] {
    guard !arrived.isEmpty else { return [] }
    return members.values.compactMap { receiver, wanted in
      let signals = wanted.intersection(arrived)
      return signals.isEmpty ? nil : (receiver, signals)
    }
  }
}

/// What one subscription has still to deliver. Each signal is pending once at most, as in the system.
struct SignalBacklog {
  private enum Phase {
    /// No run of the delivery is scheduled: there is nothing pending, or no demand. The call that changes this
    /// moves to `delivering`, and its caller schedules a run.
    case idle

    /// One run is scheduled, or going on. It takes what is added meanwhile, and moves to `idle` when it finds nothing
    /// to deliver.
    case delivering

    /// The subscription has been cancelled. No event leads out of this phase.
    case ended
  }

  private var phase = Phase.idle
  private(set) var pending = SignalSet()
  private(set) var demand = Subscribers.Demand.none

  /// Adds signals that have come.
  ///
  /// - Returns: Whether the caller must schedule a run of the delivery.
  mutating func receive(_ signals: SignalSet) -> Bool {
    if phase == .ended { return false }
    pending.formUnion(signals)
    return start()
  }

  /// Adds demand.
  ///
  /// - Returns: Whether the caller must schedule a run of the delivery.
  mutating func request(_ demand: Subscribers.Demand) -> Bool {
    if phase == .ended { return false }
    self.demand += demand
    return start()
  }

  private mutating func start() -> Bool {
    guard phase == .idle, demand != .none, !pending.isEmpty else { return false }
    phase = .delivering
    return true
  }

  /// Takes a signal, for a run of the delivery.
  ///
  /// - Returns: The lowest pending number; `nil` if the run is over.
  mutating func next() -> Int32? {
    guard phase == .delivering else { return nil }
    guard demand != .none, let number = pending.popLowest() else {
      phase = .idle
      return nil
    }
    demand -= 1
    return number
  }

  /// Ends the stream. What is pending is dropped.
  mutating func end() {
    phase = .ended
    pending = []
  }
}
