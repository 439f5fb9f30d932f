/// A pipeline ready to run. Its argument is the number of elements, and it returns the sink's sum.
package typealias Program = @Sendable (Int) -> Int

/// A pipeline into which several threads send. Its argument is the number of elements that each of them sends.
package typealias CrowdProgram = @Sendable (Int) -> Crowd.Outcome

/// A library under measurement.
package protocol Contestant: Sendable {
  /// - Returns: The contestant's pipeline; `nil` if it has no such operator.
  func program(_ benchmark: Benchmark, _ work: Work<Int>) -> Program?

  /// - Returns: The pipeline at one size; its argument is the number of elements or deliveries. `nil` if that is
  ///   measured by a ``GrowingContestant``, or not at all.
  func program(_ growth: Growth, size: Int, _ work: Work<Int>) -> Program?
}

/// What has long chains, and streams with several senders.
package protocol GrowingContestant: Sendable {
  /// - Returns: The pipeline of a number of stages; its argument is the number of stages that all elements together
  ///   pass.
  func program(_ growth: Growth, size: Int, _ work: Work<Int>) -> Program?

  /// - Returns: The pipeline with a number of senders; `nil` if the contestant has no such operator.
  func program(_ contention: Contention, senders: Int) -> CrowdProgram?
}
