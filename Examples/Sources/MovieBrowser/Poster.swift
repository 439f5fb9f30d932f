public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The picture that advertises a film.
public struct Poster: Sendable {
  /// Where it was found.
  public let url: URL

  /// Its bytes, in the format that the server sent.
  public let data: Data

  /// Takes the answer of a server, if it is a picture.
  init(url: URL, body: Data, response: URLResponse) throws {
    let data = try HTTPCheck.body(body, of: response)
    guard response.mimeType?.hasPrefix("image/") == true else { throw URLError(.cannotDecodeContentData) }
    self.url = url
    self.data = data
  }
}
