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

extension Publisher where Output == String {
  /// Looks up each text that stays unchanged for 0.3 seconds. A newer text replaces the search for an older one.
  func searched<S: Scheduler>(in catalogue: Catalogue, scheduler: S) -> some Publisher<SearchState, Failure> {
    debounce(for: .milliseconds(300), scheduler: scheduler)
      .removeDuplicates()
      .flatMapLatest { text in catalogue.search(for: text) }
      .receive(on: scheduler)
  }
}
