import StreamCreating

let value = DeferredValue { 3 }
_ = value.sink { print($0) }
let failed = DeferredTryComplete<Int> { throw CancellationError() }
_ = failed.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
let letters = DeferredPassthrough<String, Never> { subject in
  subject.send("a")
  subject.send("b")
  subject.send(completion: .finished)
}
for _ in 1...2 { _ = letters.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) }) }
_ = DeferredFuture<Int, Never> { $0(.success(7)) }.sink { print($0) }

// It prints:
// 3
// failure(Swift.CancellationError())
// a
// b
// finished
// a
// b
// finished
// 7
