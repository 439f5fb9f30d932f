// The task may run while the caller uses the publisher. With `& Sendable` it is accepted: Isolation/Captures.swift.
import StreamConcurrency

func loopInTask(_ publisher: some Publisher<Int, Never>) -> Task<Void, Never> {
  // fails: passing closure as a 'sending' parameter risks causing data races
  Task {
    for await _ in publisher.values {}
  }
}
