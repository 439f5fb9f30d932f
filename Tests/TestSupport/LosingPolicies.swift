public import StreamParts
public import StreamTesting

/// What may happen to an element for which a queue has no room, but for suspending, with the name of the case.
public let losingPolicies: [(name: String, policy: StreamOverflowPolicy<TestError>)] = [
  ("dropOldest", .dropOldest), ("dropNewest", .dropNewest), ("error", .error { TestError("full") }),
]
