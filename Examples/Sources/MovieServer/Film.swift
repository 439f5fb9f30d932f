/// A film as the server encodes it.
struct Film: Encodable, Sendable {
  let id: Int
  let title: String
  let overview: String
  let releaseDate: String
  let voteAverage: Double
  let voteCount: Int
  let posterPath: String?

  enum CodingKeys: String, CodingKey {
    case id, title, overview
    case releaseDate = "release_date"
    case voteAverage = "vote_average"
    case voteCount = "vote_count"
    case posterPath = "poster_path"
  }

  /// Without votes a film has no average; `hasPoster` is false if there is no drawing.
  init(
    _ id: Int, _ title: String, _ releaseDate: String, rated voteAverage: Double = 0, by voteCount: Int = 0,
    hasPoster: Bool = true, _ overview: String
  ) {
    self.id = id
    self.title = title
    self.overview = overview
    self.releaseDate = releaseDate
    self.voteAverage = voteAverage
    self.voteCount = voteCount
    self.posterPath = hasPoster ? "/posters/\(id).svg" : nil
  }
}

/// The server's response for a list of films.
struct FilmPage: Encodable, Sendable {
  let results: [Film]
}
