import StreamTesting
import Streams
import Testing

@testable import FilmBrowser

@Suite("Searching")
struct SearchTests {
  let scheduler = TestScheduler()
  let light = Film(title: "Northern Light", poster: "light.svg")
  let answers = [Request.films(matching: "light"): #"[{"title": "Northern Light", "poster": "light.svg"}]"#]

  @Test("A text is looked up once it has not changed for 0.3 seconds")
  func pause() {
    let catalogue = Catalogue.scripted(answers, on: scheduler)
    let run = marbles(
      "l-i-----------|", values: ["l": "l", "i": "light"], failure: MarbleFailure(), tick: .milliseconds(100),
      scheduler: scheduler
    ) { texts in
      texts.searched(in: catalogue, scheduler: scheduler)
    }
    run.expect("-----s-f------|", values: ["s": .searching("light"), "f": .found([light])])
  }
}
