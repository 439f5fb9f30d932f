/// An attempt at a request, and its result.
public struct Attempt: Sendable {
  /// The subject of the request for display: a list, or a poster.
  public let subject: String

  /// The number of the attempt, from 1.
  public let number: Int

  /// The error of the attempt, or `nil` if it succeeded.
  public let error: MovieAPIError?
}

/// The failure of a request after several attempts.
public struct FetchError: Error, CustomStringConvertible {
  /// The subject of the request, for display.
  public let subject: String

  /// The number of attempts.
  public let attempts: Int

  /// The error of the last attempt.
  public let reason: MovieAPIError

  /// The message, for display.
  public var description: String {
    "\(subject): \(reason)" + (attempts > 1 ? "; gave up after \(attempts) attempts" : "")
  }
}
