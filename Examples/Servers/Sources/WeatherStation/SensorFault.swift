/// What ends the readings of a sensor or of its logbook.
package enum SensorFault: Error, Hashable, Sendable {
  /// The sensor no longer answers.
  case offline

  /// A line of the logbook is not a number.
  case unreadable(line: String)
}
