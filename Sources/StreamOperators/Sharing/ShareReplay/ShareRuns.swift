/// The runs of a shared upstream, one after the other. Pure: no lock, no calls out.
///
/// A subscriber joins the current run before it is attached to it, and is counted as attached after that: a run that
/// waits for subscribers delivers nothing before all of them are. A subscriber that cancels while it is being attached
/// leaves first: the count of those attached is then too low by one for a moment.
///
/// Runs never overlap: the next one is connected when no connection is being made or cancelled.
struct ShareRuns<Run: AnyObject> {
  /// How many subscribers a run waits for, at least one; the first run may be made to wait for none.
  private let minimum: Int
  private var currentMinimum: Int

  /// Whether a run ends when its last subscriber cancels.
  private let endsUnused: Bool

  private(set) var current: Run?
  private var members = 0
  private var attached = 0
  private var isConnected = false

  private var isConnecting = false
  private var disconnecting = 0

  init(minimum: Int, endsUnused: Bool) {
    (self.minimum, self.endsUnused) = (max(minimum, 1), endsUnused)
    currentMinimum = minimum
  }

  /// Begins a run, in place of the current one.
  ///
  /// - Returns: The former run, to be released outside the lock.
  mutating func begin(_ run: Run) -> Run? {
    let former = current
    if former != nil { currentMinimum = minimum }
    current = run
    (members, attached, isConnected) = (0, 0, false)
    return former
  }

  /// Counts a subscriber that is about to be attached to the current run, if there is one.
  mutating func joinCurrent() -> Run? {
    if current != nil { join() }
    return current
  }

  /// Records that a run has completed: no subscriber joins it any more. Its holders keep it alive.
  mutating func end(_ run: Run) {
    if run === current { current = nil }
  }

  /// Counts a subscriber that is about to be attached to the current run.
  mutating func join() {
    members += 1
  }

  /// Counts a subscriber that has been attached.
  mutating func attach(to run: Run) {
    if run === current { attached += 1 }
  }

  /// A subscriber has cancelled.
  ///
  /// - Returns: What happens to its run, which the caller releases outside the lock.
  mutating func leave(_ run: Run, hasEnded: Bool) -> Departure {
    guard run === current else { return .nothing }
    members -= 1
    attached -= 1
    guard members == 0, endsUnused, !hasEnded else { return .nothing }
    current = nil
    currentMinimum = minimum
    guard isConnected else { return .released }
    disconnecting += 1
    return .disconnect
  }

  enum Departure {
    case nothing

    /// It is over, and was not connected.
    case released

    /// It is over: the caller cancels its connection, and reports that.
    case disconnect
  }

  mutating func didDisconnect() {
    disconnecting -= 1
  }

  /// Takes the run that is to be connected. The caller connects it, and reports that.
  mutating func nextConnection() -> Run? {
    guard let current, !isConnected, !isConnecting, disconnecting == 0, attached >= currentMinimum else { return nil }
    isConnected = true
    isConnecting = true
    return current
  }

  mutating func didConnect() {
    isConnecting = false
  }
}
