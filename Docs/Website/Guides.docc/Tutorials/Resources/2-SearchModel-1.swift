import Streams

/// What the browser's window shows.
@MainActor
final class SearchModel {
  /// What has been typed.
  @Published var text = ""

  /// The films to show.
  @Published private(set) var films: [Film] = []
}
