import Foundation

/// The lists with the known posters, ready for display.
public struct Listing {
  private let shelves: [Shelf]
  private let poster: (Movie) -> Poster?

  /// - Parameters:
  ///   - shelves: The lists to show, in order.
  ///   - poster: Returns the poster of a film, if there is one.
  public init(_ shelves: [Shelf], poster: @escaping (Movie) -> Poster?) {
    self.shelves = shelves
    self.poster = poster
  }

  /// One table per list with a common layout, for a terminal with the given number of columns.
  public func tables(width: Int = 80) -> String {
    var lines = table.lines(width: width)[...]
    let names = lines.prefix(2)
    lines.removeFirst(2)
    return
      shelves
      .map { shelf in
        let rows = lines.prefix(shelf.movies.count)
        lines.removeFirst(shelf.movies.count)
        let content = rows.isEmpty ? ["Nothing to show."] : names + rows
        return ([shelf.list.title.uppercased()] + content).joined(separator: "\n") + "\n"
      }
      .joined(separator: "\n")
  }

  /// One JSON object, for other programs.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let lists = shelves.map { shelf in
      JSONListing.List(name: shelf.list.rawValue, title: shelf.list.title, movies: shelf.movies.map(jsonMovie))
    }
    return String(decoding: try encoder.encode(JSONListing(lists: lists)), as: UTF8.self) + "\n"
  }

  /// The films of all lists in one table.
  private var table: Table {
    Table(
      columns: [
        .init(name: "Title"), .init(name: "Release"), .init(name: "Rating", isFlushRight: true),
        .init(name: "Poster", isFlushRight: true),
      ],
      rows: shelves.flatMap(\.movies).map { movie in
        [
          Self.printable(movie.title),
          Self.day(of: movie),
          movie.rating.map { $0.formatted(.number.precision(.fractionLength(1)).locale(Self.locale)) } ?? "–",
          poster(movie).map { "\($0.data.count) bytes" } ?? "–",
        ]
      })
  }

  private func jsonMovie(_ movie: Movie) -> JSONListing.Movie {
    JSONListing.Movie(
      id: movie.id, title: movie.title, releaseDate: Self.day(of: movie), rating: movie.rating,
      poster: poster(movie).map { .init(url: $0.url, bytes: $0.data.count) })
  }

  private static let locale = Locale(identifier: "en_US_POSIX")

  private static func day(of movie: Movie) -> String {
    movie.releaseDate.formatted(.iso8601.year().month().day())
  }

  /// A title comes from a server, and must not contain terminal control characters.
  private static func printable(_ text: String) -> String {
    String(text.map { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } ? $0 : " " })
  }
}

private struct JSONListing: Encodable {
  let lists: [List]

  struct List: Encodable {
    let name: String
    let title: String
    let movies: [Movie]
  }

  struct Movie: Encodable {
    let id: Int
    let title: String
    let releaseDate: String
    let rating: Double?
    let poster: Poster?
  }

  struct Poster: Encodable {
    let url: URL
    let bytes: Int
  }
}
