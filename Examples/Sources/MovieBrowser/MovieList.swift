/// The lists of films that a catalogue keeps.
public enum MovieList: String, CaseIterable, Sendable {
  case nowPlaying = "now-playing"
  case upcoming = "upcoming"
  case popular = "popular"
  case topRated = "top-rated"

  /// The name of the list, for people.
  public var title: String {
    switch self {
    case .nowPlaying: "Now Playing"
    case .upcoming: "Upcoming"
    case .popular: "Popular"
    case .topRated: "Top Rated"
    }
  }
}

/// A list with its films.
public struct Shelf: Sendable {
  /// Which list this is.
  public let list: MovieList

  /// The films of the list, in the order of the catalogue.
  public let movies: [Movie]

  /// A list with these films.
  public init(list: MovieList, movies: [Movie]) {
    self.list = list
    self.movies = movies
  }
}
