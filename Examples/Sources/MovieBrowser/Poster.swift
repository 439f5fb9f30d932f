public import Foundation

/// The poster of a film.
public struct Poster: Sendable {
  /// Its URL.
  public let url: URL

  /// Its bytes, in the format that the server sent.
  public let data: Data

  /// Creates a poster from a response, if that is an image.
  init(url: URL, response: MovieResponse) throws {
    let data = try response.goodBody
    guard response.mimeType?.hasPrefix("image/") == true else { throw URLError(.cannotDecodeContentData) }
    self.url = url
    self.data = data
  }
}
