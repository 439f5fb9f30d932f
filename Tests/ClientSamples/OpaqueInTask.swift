// Compiled by .ci/client-samples: it must be refused, at the line marked, since the task may run while the caller uses the
// publisher. With `& Sendable` it is accepted: Isolation/Captures.swift.
import StreamConcurrency

func loopInTask(_ publisher: some Publisher<Int, Never>) -> Task<Void, Never> {
  Task {  // expect-error
    for await _ in publisher.values {}
  }
}
