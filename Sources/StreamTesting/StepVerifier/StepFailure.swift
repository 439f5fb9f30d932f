/// A failed step of a ``StepVerifier``.
public struct StepFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The number of the step, from one; for events left over at the end, one more than the number of steps.
  public let stepNumber: Int

  /// The step as code, such as `expect(1, 2)`.
  public let step: String

  /// The expected event.
  public let expected: String

  /// The actual event.
  public let came: String

  /// The location of the step in the test.
  public let site: CallSite

  /// The step, the expected and the actual event, and all events so far.
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

/// The expected and the actual event of a step.
struct StepProblem: Error {
  let expected: String
  let came: String
}
