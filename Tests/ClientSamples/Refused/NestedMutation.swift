import Streams

// A closure inside a closure of the toolkit changes a local variable. Where the closure does it directly, that is a
// warning.

func run() -> AnyCancellable {
  var all: [Int] = []
  // fails: mutation of captured var 'all' in concurrently-executing code
  return Just([1, 2]).sink { $0.forEach { all.append($0) } }
}

func runDeferring() -> AnyCancellable {
  var count = 0
  return Just(1).sink { value in
    // fails: mutation of captured var 'count' in concurrently-executing code
    defer { count += 1 }
    print(value)
  }
}
