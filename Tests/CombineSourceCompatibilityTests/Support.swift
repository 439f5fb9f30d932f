import Streams

// The code of this target is written as for Combine, in Swift 5's language mode, as such code is; only the import line
// is ours.

enum Fault: Error, Equatable {
  case first, second
}

struct Person: Codable, Equatable {
  var name: String
  var age: Int
  var city: String
}

let people = [Person(name: "Ada", age: 36, city: "London"), Person(name: "Emmy", age: 53, city: "Erlangen")]

/// What a publisher delivers at once.
func outputs<P: Publisher>(_ publisher: P) -> [P.Output] {
  var outputs: [P.Output] = []
  let cancellable = publisher.sink(receiveCompletion: { _ in }, receiveValue: { outputs.append($0) })
  cancellable.cancel()
  return outputs
}

/// How a publisher ends at once, if it does.
func completion<P: Publisher>(_ publisher: P) -> Subscribers.Completion<P.Failure>? {
  var completion: Subscribers.Completion<P.Failure>?
  let cancellable = publisher.sink(receiveCompletion: { completion = $0 }, receiveValue: { _ in })
  cancellable.cancel()
  return completion
}

func error<P: Publisher>(_ publisher: P) -> Fault? {
  guard case .failure(let error)? = completion(publisher) else { return nil }
  return error as? Fault
}
