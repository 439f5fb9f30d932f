// A task must not block its thread. Case XA-347.
import StreamConcurrency

func inTask(_ numbers: some Publisher<Int, Never>) async throws {
  // fails: unavailable from asynchronous contexts
  _ = try numbers.waitForFirst()
  // fails: unavailable from asynchronous contexts
  _ = try numbers.waitForLast()
  // fails: unavailable from asynchronous contexts
  _ = try numbers.waitForAll()
  // fails: unavailable from asynchronous contexts
  try numbers.waitForCompletion()
}

func onThread(_ numbers: some Publisher<Int, Never>) throws -> Int? {
  try numbers.waitForFirst(timeout: .seconds(1))
}
