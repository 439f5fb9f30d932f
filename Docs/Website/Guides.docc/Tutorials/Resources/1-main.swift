import StreamTesting
import Streams

let scheduler = TestScheduler()
let catalogue = Catalogue.scripted(
  [.films(matching: "light"): #"[{"title": "Northern Light", "poster": "light.svg"}]"#], on: scheduler)

let subscription = catalogue.films(matching: "light")
  .sink { completion in
    print("\(scheduler.now) s: \(completion)")
  } receiveValue: { films in
    print("\(scheduler.now) s: \(films.map(\.title))")
  }
scheduler.advance(by: 1)
