/// What is known of the latest search.
enum SearchState: Hashable, Sendable {
  /// The request is under way.
  case searching(String)

  /// The films that match.
  case found([Film])

  /// There was no answer, or none that could be read.
  case failed
}
