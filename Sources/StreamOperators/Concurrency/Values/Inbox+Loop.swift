public import StreamCore

// What `firstValue`, `lastValue`, `allValues` and `forEach` do. Each has a form for publishers that cannot fail and one
// for those that can: Swift 6.3 crashes where a property that is `get async throws(Failure)` is read, and `Failure` is
// `Never`. In a task that is cancelled they do not subscribe.
extension Inbox {
  /// Subscribes to a publisher, and runs a loop over what arrives. From then on a cancel of the task cancels upstream
  /// at once, wherever the loop is: in its subscription, in a request inside which upstream delivers, or in its body.
  ///
  /// The operation mentions the actor, to belong to it: a closure of a `nonisolated(nonsending)` function belongs to
  /// none, and each value would leave the actor and come back.
  @inlinable static func loop<Problem: Error>(
    over publisher: some Publisher<Input, Failure>, buffering: AsyncBuffering = .suspending,
    isolation: isolated (any Actor)?, _ body: nonisolated(nonsending) (Inbox) async throws(Problem) -> Void
  ) async throws(Problem) {
    guard !Task.isCancelled else { return }
    let inbox = Inbox(buffering: buffering, dropped: nil)
    var problem: Problem?
    await withTaskCancellationHandler(
      operation: {
        _ = isolation
        publisher.subscribe(inbox)
        do throws(Problem) {
          try await body(inbox)
        } catch {
          problem = error
        }
      }, onCancel: { inbox.cancelFromHandler() }, isolation: isolation)
    await inbox.cancelAfterHandler(isolation: isolation)
    if let problem { throw problem }
  }

  @inlinable nonisolated(nonsending) static func first(
    of publisher: some Publisher<Input, Failure>
  ) async throws(Failure) -> Input? {
    var first: Input?
    try await loop(over: publisher, isolation: #isolation) { inbox throws(Failure) in
      first = try await inbox.value(isolation: #isolation)
    }
    return first
  }

  @inlinable nonisolated(nonsending) static func last(
    of publisher: some Publisher<Input, Failure>
  ) async throws(Failure) -> Input? {
    var last: Input?
    try await loop(over: publisher, buffering: .newest(1), isolation: #isolation) { inbox throws(Failure) in
      while let value = try await inbox.value(isolation: #isolation) { last = value }
    }
    return Task.isCancelled ? nil : last
  }

  @inlinable nonisolated(nonsending) static func all(
    of publisher: some Publisher<Input, Failure>
  ) async throws(Failure) -> [Input] {
    var all: [Input] = []
    try await loop(over: publisher, buffering: .unbounded, isolation: #isolation) { inbox throws(Failure) in
      while let value = try await inbox.value(isolation: #isolation) { all.append(value) }
    }
    return Task.isCancelled ? [] : all
  }
}
