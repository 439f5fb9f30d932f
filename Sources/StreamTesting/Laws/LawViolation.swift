/// A case in which a law does not hold, shrunk.
public struct LawViolation: Sendable, CustomStringConvertible {
  /// The law in words.
  public let law: String

  /// The seed from which the case was drawn.
  public let seed: UInt64

  /// The smallest case found that breaks the law.
  public let lawCase: LawCase

  /// The observation.
  public let message: String

  /// What went in and what came out.
  public let outcome: LawOutcome

  /// The observation, what went in and came out, and how to repeat it. For a simple run on one thread, a program with
  /// the law's `pipeline`, too.
  public var description: String {
    let lines = [
      "'\(law)' does not hold (seed \(seed)): \(message)", "  in  \(marbles(outcome.input, outcome.inputEnd))",
      "  out \(marbles(outcome.output, outcome.end))", "To repeat: verifyLaw(…, replaying: \(lawCase)) { … }",
    ]
    return (lines + program.map { "    \($0)" }).joined(separator: "\n")
  }

  /// The elements of a short run, as a line of marbles; of a long one their number.
  private func marbles(_ values: [LawValue], _ end: String?) -> String {
    let mark = end.map { $0 == "finished" ? "|" : "#" } ?? "-"
    guard values.count <= 20 else { return "\(values.count) elements, \(values.prefix(5))… \(mark)" }
    return "-" + values.map { "\($0)-" }.joined() + mark
  }

  /// The lines of a program that repeats the case; none if it takes more than a source and a demand.
  private var program: [String] {
    guard lawCase.place.name == LawPlace.virtualTime.name, !lawCase.end.isCut, lawCase.pace == 0 else { return [] }
    let demand: String
    switch lawCase.demand {
    case .unlimited: demand = ""
    case .oneAtATime: demand = "demand: .max(1), onValue: { _ in .max(1) }"
    case .none: demand = "demand: .none"
    case .inside, .outside, .onScheduler, .later: return []
    }
    let completion = lawCase.end == .failure ? ".failure(TestError())" : ".finished"
    let recording = "let recorder = pipeline(source).record(\(demand))"
    switch lawCase.source {
    case .array:
      return [
        "let source = Record<Int, TestError>(output: Array(0..<\(lawCase.length)), completion: \(completion))",
        recording,
      ]
    case .subject:
      let lines = [
        "let source = PassthroughSubject<Int, TestError>()", recording,
        "for value in 0..<\(lawCase.length) { source.send(value) }",
      ]
      return lines + (lawCase.end == .never ? [] : ["source.send(completion: \(completion))"])
    case .threads, .timer: return []
    }
  }
}
