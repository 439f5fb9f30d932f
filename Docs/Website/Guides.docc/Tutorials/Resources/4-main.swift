import StreamTesting
import Streams

let scheduler = TestScheduler()
let names = ["Light", "Lighter", "Lightest", "Lightning", "Northern Light"]
let films = names.map { #"{"title": "\#($0)", "poster": "\#($0).svg"}"# }
var answers = [Request.films(matching: "light"): "[\(films.joined(separator: ", "))]"]
for name in names where name != "Lightest" { answers[.poster("\(name).svg")] = "<svg/>" }

let model = SearchModel(catalogue: .scripted(answers, on: scheduler), scheduler: scheduler)
let subscription = model.$posters.dropFirst().sink { posters in
  print("\(scheduler.now) s: \(posters.keys.sorted())")
}
model.text = "light"
scheduler.advance(by: 2)
