import Dispatch
import StreamSchedulers
import StreamTesting
import StreamTiming

/// A view model as a client writes it: it takes a scheduler, and knows nothing of tests.
final class Search {
  let queries = PassthroughSubject<String, Never>()
  var cancellable: AnyCancellable?

  init(scheduler: AnySchedulerOf<DispatchQueue> = .main, found: @escaping @Sendable (String) -> Void) {
    cancellable = queries.debounce(for: .milliseconds(20), scheduler: scheduler).sink { found($0) }
  }
}

// On a queue:
let queue = DispatchQueue(label: "search")
let semaphore = DispatchSemaphore(value: 0)
let onQueue = Search(scheduler: queue.eraseToAnyScheduler()) {
  print("on a queue: \($0)")
  semaphore.signal()
}
onQueue.queries.send("a")
onQueue.queries.send("ab")
semaphore.wait()

// In virtual time:
let clock = DispatchQueue.test
let inVirtualTime = Search(scheduler: clock.eraseToAnyScheduler()) { print("in virtual time: \($0)") }
inVirtualTime.queries.send("c")
clock.advance(by: .milliseconds(19))
print("19 ms")
clock.advance(by: .milliseconds(1))

// At once:
let atOnce = Search(scheduler: .immediate) { print("at once: \($0)") }
atOnce.queries.send("d")

// The queue's statics, where a scheduler is asked for, and where a queue is:
print(Just(1).receive(on: .main).scheduler.label == DispatchQueue.main.label)
print(Just(1).receive(on: DispatchQueue.global()).scheduler.label == Just(1).receive(on: .global()).scheduler.label)
let main: DispatchQueue = .main
main.async { print("never, for nothing runs the main queue here") }

// It prints:
// on a queue: ab
// 19 ms
// in virtual time: c
// at once: d
// true
// true
