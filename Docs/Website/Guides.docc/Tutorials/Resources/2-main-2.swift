import StreamTesting
import Streams

let scheduler = TestScheduler()
let scripted = Catalogue.scripted(
  [
    .films(matching: "li"): #"[{"title": "Light", "poster": "light.svg"}, {"title": "Lion", "poster": "lion.svg"}]"#,
    .films(matching: "light"): #"[{"title": "Light", "poster": "light.svg"}]"#,
  ], on: scheduler)
let catalogue = Catalogue { request in
  print("\(scheduler.now) s: \(request)")
  let isSlow = request == .films(matching: "li")
  return scripted.load(request).delay(for: isSlow ? 1 : 0, scheduler: scheduler).eraseToAnyPublisher()
}

let model = SearchModel(catalogue: catalogue, scheduler: scheduler)
let subscription = model.$films.dropFirst().sink { films in
  print("\(scheduler.now) s: \(films.map(\.title))")
}
for text in ["li", "light"] {
  model.text = text
  scheduler.advance(by: .milliseconds(400))
}
scheduler.advance(by: 2)
