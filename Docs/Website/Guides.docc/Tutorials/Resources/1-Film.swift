/// A film, as the server describes it.
struct Film: Decodable, Hashable, Sendable {
  let title: String

  /// The name of the film's poster on the server.
  let poster: String
}
