// Compiled by .ci/client-samples: it must be refused, at the lines marked, since a task must not block its thread.
// Case XA-347.
import StreamConcurrency

func inTask(_ numbers: some Publisher<Int, Never>) async throws {
  _ = try numbers.waitForFirst()  // expect-error
  _ = try numbers.waitForLast()  // expect-error
  _ = try numbers.waitForAll()  // expect-error
  try numbers.waitForCompletion()  // expect-error
}

func onThread(_ numbers: some Publisher<Int, Never>) throws -> Int? {
  try numbers.waitForFirst(timeout: .seconds(1))
}
