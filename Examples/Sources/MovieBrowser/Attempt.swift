/// One of the requests made for one thing, and what it met.
public struct Attempt: Sendable {
  /// What was asked for, for people: a list, or a poster.
  public let subject: String

  /// Which attempt at it this was, from 1.
  public let number: Int

  /// What the attempt met, or `nil` if it succeeded.
  public let error: MovieAPIError?
}

/// Why something could not be had, although it was asked for more than once.
public struct FetchError: Error, CustomStringConvertible {
  /// What was asked for, for people.
  public let subject: String

  /// How many attempts were made.
  public let attempts: Int

  /// What the last attempt met.
  public let reason: MovieAPIError

  /// What happened, for people.
  public var description: String {
    "\(subject): \(reason)" + (attempts > 1 ? "; gave up after \(attempts) attempts" : "")
  }
}
