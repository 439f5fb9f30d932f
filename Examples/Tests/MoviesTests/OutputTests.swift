import Foundation
import MovieServer
import Testing

@Suite("movies: output", .serialized, .timeLimit(.minutes(3)))
struct OutputTests {
  @Test("Without options it shows four tables that fit a terminal of 80 columns")
  func tables() async throws {
    let run = try await Program.run()
    #expect(run.status == 0)
    #expect(run.notes.isEmpty)
    let tables = run.output.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }
    #expect(tables.map(\.first) == ["NOW PLAYING", "UPCOMING", "POPULAR", "TOP RATED"])
    #expect(tables.allSatisfy { $0.count >= 8 })
    for table in tables {
      // All lines end with the last column, which is right-aligned.
      #expect(Set(table.dropFirst().map(\.count)).count == 1)
      #expect(table.allSatisfy { $0.count <= 80 })
    }
  }

  @Test("A list is shown exactly: a missing rating or poster is a dash, a long title is cut")
  func oneTable() async throws {
    let run = try await Program.run("--list", "upcoming")
    #expect(run.status == 0)
    #expect(run.notes.isEmpty)
    #expect(
      run.output == """
        UPCOMING
        Title                                              Release     Rating     Poster
        -------------------------------------------------  ----------  ------  ---------
        A Cartographer's Apology                           2027-03-05       –  351 bytes
        Paper Glaciers                                     2027-04-23       –  312 bytes
        The Quiet Semaphore                                2027-05-14       –          –
        Orbit of a Small Town                              2027-06-11       –  410 bytes
        Marguerite and the Metronome, or The Long and Pa…  2027-09-24       –  739 bytes

        """)
  }

  @Test("Each list can be shown alone", arguments: ["now-playing", "upcoming", "popular", "top-rated"])
  func list(name: String) async throws {
    let run = try await Program.run("--list", name)
    #expect(run.status == 0)
    #expect(run.output.hasPrefix(name.replacingOccurrences(of: "-", with: " ").uppercased() + "\n"))
    #expect(!run.output.contains("\n\n"))
  }

  @Test("Standard output is JSON only, with every list, film and poster")
  func json() async throws {
    let run = try await Program.run("--json")
    #expect(run.status == 0)
    #expect(run.notes.isEmpty)
    let listing = try JSONDecoder().decode(JSONListing.self, from: Data(run.output.utf8))
    #expect(listing.lists.map(\.name) == ["now-playing", "upcoming", "popular", "top-rated"])
    let movies = listing.lists.flatMap(\.movies)
    #expect(movies.count == 24)
    #expect(movies.allSatisfy { ($0.poster?.bytes ?? 0 > 100) == ($0.id != 9) })
  }

  @Test("JSON of one list has only that list")
  func jsonOfOneList() async throws {
    let run = try await Program.run("--json", "--list", "top-rated")
    let listing = try JSONDecoder().decode(JSONListing.self, from: Data(run.output.utf8))
    #expect(listing.lists.map(\.name) == ["top-rated"])
  }

  @Test("A given server is used in place of the embedded one, for at most three posters at once")
  func otherServer() async throws {
    let server = try await MovieServer.start(.init(delay: .milliseconds(600)))
    let run = try await Program.run("--base-url", server.baseURL)
    await server.stop()
    #expect(run.status == 0)
    #expect(run.output == (try await Program.run().output))
    // Four lists, and each of the 18 posters once although some films are on two lists.
    #expect(server.requestCount == 4 + 18)
    #expect(server.peakOfPosterRequests == 3)
  }

  @Test("Browsing shows the first list, and then those whose numbers are entered")
  func browse() async throws {
    let run = try await Program.run("--browse", input: "2\n5\nfour\n4\n1\n")
    #expect(run.status == 0)
    let headings = run.output.components(separatedBy: "\n\n").compactMap { $0.split(separator: "\n").first }
    #expect(headings == ["NOW PLAYING", "UPCOMING", "TOP RATED", "NOW PLAYING"])
    #expect(run.noteLines == ["“5” is not a number from 1 to 4", "“four” is not a number from 1 to 4"])
  }

  @Test("Browsing shows a list that fails as empty, and continues with the next; cached posters stay")
  func browseFlaky() async throws {
    let run = try await Program.run("--browse", "--flaky", "4", input: "1\n1\n")
    #expect(run.status == 0)
    let tables = run.output.components(separatedBy: "\n\n").filter { !$0.isEmpty }
    #expect(tables.count == 3)
    #expect(tables.first == "NOW PLAYING\nNothing to show.")
    #expect(tables.dropFirst().allSatisfy { $0.contains("The Lighthouse Ledger") })
    #expect(run.noteLines.count == 4)
  }

  @Test("On a terminal progress is shown, and cleared at the end")
  func progressOnTerminal() async throws {
    let run = try await Program([], on: Terminal()).outcome()
    #expect(run.status == 0)
    #expect(run.output.contains("Asking http://127.0.0.1:"))
    // Responses that arrive together are counted together.
    let counts = run.output.matches(of: /Posters: (\d+) of 18/).compactMap { Int($0.1) }
    #expect(!counts.isEmpty)
    #expect(counts == counts.sorted())
    #expect(counts.allSatisfy { 1...18 ~= $0 })
    let screen = run.output.replacing("\r\n", with: "\n").split(separator: "\n").map { line in
      line.split(separator: "\r\u{1B}[K", omittingEmptySubsequences: false).last ?? ""
    }
    let piped = try await Program.run()
    #expect(screen == piped.output.split(separator: "\n"))
  }

  @Test("In a pipe no progress is written, neither to standard output nor to standard error")
  func noProgressWhenPiped() async throws {
    for arguments in [[], ["--json"], ["--list", "popular"]] {
      let run = try await Program(arguments).outcome()
      #expect(run.notes.isEmpty)
      #expect(!run.output.contains("\r") && !run.output.contains("\u{1B}") && !run.output.contains("Posters:"))
    }
  }
}

private struct JSONListing: Decodable {
  struct List: Decodable {
    let name: String
    let movies: [Movie]
  }
  struct Movie: Decodable {
    let id: Int
    let title: String
    let poster: Poster?
  }
  struct Poster: Decodable {
    let bytes: Int
  }
  let lists: [List]
}
