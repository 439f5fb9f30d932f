/// A time of the continuous clock.
///
/// The compiler does not know the layout of that clock's own instants: what has one among its parts is copied by the
/// runtime, which looks up types for it.
struct Moment: Comparable {
  private static let origin = ContinuousClock.now

  private let sinceOrigin: Duration

  static var now: Moment { Moment(sinceOrigin: origin.duration(to: .now)) }

  static func < (left: Moment, right: Moment) -> Bool { left.sinceOrigin < right.sinceOrigin }

  static func - (left: Moment, right: Moment) -> Duration { left.sinceOrigin - right.sinceOrigin }

  static func + (moment: Moment, duration: Duration) -> Moment { Moment(sinceOrigin: moment.sinceOrigin + duration) }

  static func - (moment: Moment, duration: Duration) -> Moment { Moment(sinceOrigin: moment.sinceOrigin - duration) }
}
