import StreamResilience

struct Unreachable: Error {}

let policy = RetryPolicy<Unreachable>(maxAttempts: 3, backoff: .none)
let c = Fail<Int, Unreachable>(error: Unreachable())
  .retry(policy, scheduler: ImmediateScheduler.shared) { _, attempt, _ in print("attempt \(attempt) has failed") }
  .sink { _ in
    print("the last has failed")
  } receiveValue: {
    print($0)
  }
c.cancel()

// It prints:
// attempt 1 has failed
// attempt 2 has failed
// the last has failed
