import StreamTesting
import Streams

let scheduler = TestScheduler()
let catalogue = Catalogue.scripted(
  [.films(matching: "light"): #"[{"title": "Northern Light", "poster": "light.svg"}]"#], on: scheduler)

let model = SearchModel(catalogue: catalogue, scheduler: scheduler)
let subscription = model.$state.dropFirst().sink { state in
  switch state {
  case .searching(let text): print("\(scheduler.now) s: searching for “\(text)”")
  case .found(let films): print("\(scheduler.now) s: \(films.map(\.title))")
  case .failed: print("\(scheduler.now) s: the server cannot be reached")
  }
}
for text in ["storm", "light", ""] {
  model.text = text
  scheduler.advance(by: 1)
}
