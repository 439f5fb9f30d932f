// Draws the pictures of the tutorial from runs of its last program:
//   program FOLDER
// `.ci/tutorial-code` compiles this as the main file of that program, and compares the pictures with the catalog's.
import Foundation
import StreamTesting
import Streams

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let scheduler = TestScheduler()
let films = #"[{"title": "Northern Light", "poster": "light.svg"}]"#
let scripted = Catalogue.scripted([.films(matching: "li"): films, .films(matching: "light"): films], on: scheduler)
let slow = Catalogue { [scripted, scheduler] request in
  scripted.load(request).delay(for: 1, scheduler: scheduler).eraseToAnyPublisher()
}

/// Draws what a pipeline makes of texts, a tenth of a second a tick.
func draw<P: Publisher>(
  _ name: String, _ operation: String, _ texts: Marbles, _ values: [Character: String],
  pipeline: (MarblePublisher<String, MarbleFailure>) -> P
) throws {
  let run = marbles(
    texts, values: values, failure: MarbleFailure(), tick: .milliseconds(100), scheduler: scheduler, pipeline)
  try run.diagram(operation).svg()
    .write(to: folder.appendingPathComponent("film-browser-\(name).svg"), atomically: true, encoding: .utf8)
}

/// A state in a word or two, which a picture has room for.
@Sendable func describe(_ state: SearchState) -> String {
  switch state {
  case .searching(let text): "searching \(text)"
  case .found(let films): "found \(films.count)"
  case .failed: "failed"
  }
}

try draw(
  "pause", "debounce(for: .milliseconds(300), scheduler: scheduler)", "a-b-c-d-e---------",
  ["a": "l", "b": "li", "c": "lig", "d": "ligh", "e": "light"]
) { texts in
  texts.debounce(for: .milliseconds(300), scheduler: scheduler)
}
try draw(
  "failure", "searched(in: catalogue, scheduler: scheduler)", "s---------l---------", ["s": "storm", "l": "light"]
) { texts in
  texts.searched(in: scripted, scheduler: scheduler).map(describe)
}
try draw(
  "latest", "searched(in: catalogue, scheduler: scheduler)", "s-----l-------------------", ["s": "li", "l": "light"]
) { texts in
  texts.searched(in: slow, scheduler: scheduler).map(describe)
}
try draw(
  "posters", "flatMap(maxPublishers: .max(3)) { film in load(.poster(film.poster)) }", "-(abcde|)",
  ["a": "a", "b": "b", "c": "c", "d": "d", "e": "e"]
) { [scheduler] titles in
  titles.flatMap(maxPublishers: .max(3)) { title in
    Publishers.after(.milliseconds(200), title.uppercased(), scheduler: scheduler)
  }
}
