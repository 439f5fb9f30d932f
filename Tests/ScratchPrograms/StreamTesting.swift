import StreamTesting

let run = marbles("-1-2-|") { $0 }
print(run.downstream)
let t = TestScheduler()
t.schedule(after: 3) { print(t.now) }
t.resume()

// It prints:
// -1-2-|
// 3
