import Streams

extension Catalogue {
  /// The states of a search: that it is under way, then its result. No text needs no request.
  func search(for text: String) -> AnyPublisher<SearchState, Never> {
    if text.isEmpty { return Just(.found([])).eraseToAnyPublisher() }
    return films(matching: text)
      .map { SearchState.found($0) }
      .replaceError(with: .failed)
      .prepend(.searching(text))
      .eraseToAnyPublisher()
  }
}
