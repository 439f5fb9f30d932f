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

  @Test("A failed search does not end the stream")
  func failure() {
    let catalogue = Catalogue.scripted(answers, on: scheduler)
    let run = marbles(
      "s-------l-------|", values: ["s": "storm", "l": "light"], failure: MarbleFailure(), tick: .milliseconds(100),
      scheduler: scheduler
    ) { texts in
      texts.searched(in: catalogue, scheduler: scheduler)
    }
    run.expect(
      "---a-b-----c-d--|",
      values: ["a": .searching("storm"), "b": .failed, "c": .searching("light"), "d": .found([light])])
  }

  @Test("A newer text cancels the search for an older one")
  func replacement() {
    let scripted = Catalogue.scripted(answers, on: scheduler)
    let slow = Catalogue { [scheduler] request in
      scripted.load(request).delay(for: 1, scheduler: scheduler).eraseToAnyPublisher()
    }
    let run = marbles(
      "s-----l---------------|", values: ["s": "storm", "l": "light"], failure: MarbleFailure(),
      tick: .milliseconds(100), scheduler: scheduler
    ) { texts in
      texts.searched(in: slow, scheduler: scheduler)
    }
    run.expect(
      "---a-----b-----------c|",
      values: ["a": .searching("storm"), "b": .searching("light"), "c": .found([light])])
  }
}
