/// A film as the server tells of it, in the words of its JSON.
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

  /// A film nobody has voted on yet has neither an average nor votes; `hasPoster` is false for one not drawn yet.
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

/// One list of films, as the server answers with it.
struct FilmPage: Encodable, Sendable {
  let results: [Film]
}
