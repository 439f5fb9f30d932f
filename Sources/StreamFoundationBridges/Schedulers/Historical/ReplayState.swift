internal import Foundation
internal import StreamCore

/// What a replay knows: the events to come, the demand, and who is to deliver. Pure: no lock, no clock, no outside
/// call.
struct ReplayState<Output> {
  private enum Phase {
    /// Without demand.
    case resting
    case delivering
    /// For the date of the next event.
    case waiting
    case over
  }

  /// What the thread that delivers is to do.
  enum Step {
    case deliver(Output)
    case finish
    case wait(until: Date)
    case rest
  }

  private var events: [(Date, Output)]
  private var next = 0
  private var demand = Subscribers.Demand.none
  private var phase = Phase.resting

  /// - Parameter events: At least one, in the order of their dates.
  init(events: [(Date, Output)]) {
    self.events = events
  }

  var isOver: Bool { phase == .over }

  /// - Returns: Whether the caller becomes the thread that delivers.
  mutating func request(_ more: Subscribers.Demand) -> Bool {
    demand += more
    guard phase == .resting, demand != .none else { return false }
    phase = .delivering
    return true
  }

  /// The date of the next event has come.
  ///
  /// - Returns: Whether the caller becomes the thread that delivers.
  mutating func ring() -> Bool {
    guard phase == .waiting else { return false }
    phase = .delivering
    return true
  }

  /// Decides what comes next, for the thread that delivers. It remains that after `deliver` alone.
  ///
  /// - Parameters:
  ///   - now: The date.
  ///   - more: The demand that the last delivery has returned.
  /// - Returns: What to do.
  mutating func step(at now: Date, adding more: Subscribers.Demand) -> Step {
    demand += more
    guard phase == .delivering else { return .rest }
    guard next < events.count else { return .finish }
    guard demand != .none else {
      phase = .resting
      return .rest
    }
    let (date, output) = events[next]
    guard date <= now else {
      phase = .waiting
      return .wait(until: date)
    }
    next += 1
    demand -= 1
    return .deliver(output)
  }

  /// Ends the replay.
  ///
  /// - Returns: The events, to be released outside the lock; `nil` if it had ended before.
  mutating func end() -> [(Date, Output)]? {
    guard phase != .over else { return nil }
    phase = .over
    defer { events = [] }
    return events
  }
}
