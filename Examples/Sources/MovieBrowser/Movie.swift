public import Foundation

/// A film of the catalogue. Only the displayed fields are decoded.
public struct Movie: Decodable, Identifiable, Sendable {
  /// The number of the film in its catalogue.
  public let id: Int

  /// The title under which the film is shown.
  public let title: String

  /// The day on which the film came or comes out, at midnight GMT.
  public let releaseDate: Date

  /// The path of the poster, relative to the catalogue.
  public let posterPath: String?

  private let voteAverage: Double
  private let voteCount: Int

  /// The mean of the votes, from 0 to 10; `nil` without votes.
  public var rating: Double? {
    voteCount > 0 ? voteAverage : nil
  }
}

/// The server's response to a request for a list.
struct MoviePage: Decodable {
  let results: [Movie]

  /// Decodes pages: names in snake case, and dates such as `2026-02-13`.
  static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .custom { decoder in
      let day = try decoder.singleValueContainer().decode(String.self)
      return try Date(day, strategy: .iso8601.year().month().day())
    }
    return decoder
  }()
}
