import Foundation
import Testing

@testable import MovieBrowser

@Suite("Listing")
struct ListingTests {
  @Test("A table shows title, release, rating and poster, and dashes for missing ones")
  func table() throws {
    #expect(
      try listing().tables(width: 80) == """
        POPULAR
        Title       Release     Rating  Poster
        ----------  ----------  ------  ------
        First Film  2026-02-13     7.0       –
        Second      2027-12-01       –       –

        TOP RATED
        Nothing to show.

        """)
  }

  @Test("Control characters of a title do not reach the terminal")
  func controlCharacters() throws {
    let text = try listing(title: #"A\u001b[2J\nB"#).tables(width: 80)
    #expect(text.contains("A [2J B  2026-02-13"))
  }

  @Test("JSON has the content of the tables, with numbers as numbers")
  func json() throws {
    let json = try JSONSerialization.jsonObject(with: Data(try listing().json().utf8)) as? [String: Any]
    let lists = try #require(json?["lists"] as? [[String: Any]])
    #expect(lists.map { $0["name"] as? String } == ["popular", "top-rated"])
    #expect(lists.map { $0["title"] as? String } == ["Popular", "Top Rated"])
    let movies = try #require(lists.first?["movies"] as? [[String: Any]])
    #expect(movies.map { $0["id"] as? Int } == [1, 2])
    #expect(movies.map { $0["title"] as? String } == ["First Film", "Second"])
    #expect(movies.map { $0["releaseDate"] as? String } == ["2026-02-13", "2027-12-01"])
    #expect(movies.map { $0["rating"] as? Double } == [7, nil])
  }

  private func listing(title: String = "First Film") throws -> Listing {
    let page = try MoviePage.decoder.decode(
      MoviePage.self,
      from: Data(
        """
        {"results": [
          {"id": 1, "title": "\(title)", "release_date": "2026-02-13", "vote_average": 7, "vote_count": 3,
           "poster_path": null},
          {"id": 2, "title": "Second", "release_date": "2027-12-01", "vote_average": 0, "vote_count": 0}
        ]}
        """.utf8))
    return Listing([Shelf(list: .popular, movies: page.results), Shelf(list: .topRated, movies: [])]) { _ in nil }
  }
}
