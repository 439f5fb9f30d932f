/// A step of a ``StepVerifier`` in which something else happened than was expected.
public struct StepFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the step, from one on; one more than there are steps for what was left over at the end.
  public let stepNumber: Int

  /// What the step does, such as `expect(1, 2)`.
  public let step: String

  /// What the step expected.
  public let expected: String

  /// What came instead.
  public let came: String

  /// Where the step stands in the test.
  public let site: CallSite

  /// The step, what was expected, what came, and all that has come so far.
  public let description: String

  init(stepNumber: Int, step: String, stepCount: Int, problem: StepProblem, soFar: String, site: CallSite) {
    self.stepNumber = stepNumber
    self.step = step
    self.site = site
    expected = problem.expected
    came = problem.came
    let place = "at \(site.fileID):\(site.line)"
    let heading =
      stepNumber > stepCount
      ? "After the last of \(stepCount) steps, \(place)" : "Step \(stepNumber) of \(stepCount), \(step), \(place)"
    description = """
      \(heading)
        expected  \(expected)
        came      \(came)
        so far    \(soFar)
      """
  }
}

/// What was expected in a step, and what came.
struct StepProblem: Error {
  let expected: String
  let came: String
}
