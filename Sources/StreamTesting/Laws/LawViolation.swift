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

  /// The observation, what went in and came out, and a sketch of a program: of a scheduler with threads it has the name.
  public var description: String {
    """
    '\(law)' does not hold (seed \(seed)): \(message)
      in  \(marbles(outcome.input, outcome.inputEnd))
      out \(marbles(outcome.output, outcome.end))
    To repeat: verifyLaw(…, replaying: \(lawCase)) { … }, or
    \(program)
    """
  }

  /// The elements of a short run, as a line of marbles; of a long one their number.
  private func marbles(_ values: [LawValue], _ end: String?) -> String {
    let mark = end.map { $0 == "finished" ? "|" : "#" } ?? "-"
    guard values.count <= 20 else { return "\(values.count) elements, \(values.prefix(5))… \(mark)" }
    return "-" + values.map { "\($0)-" }.joined() + mark
  }

  private var program: String {
    var lines: [String] = []
    let failure = lawCase.end == .failure
    switch lawCase.source {
    case .array where failure:
      lines.append(
        "let source = Record<Int, TestError>(output: Array(0..<\(lawCase.length)), completion: .failure(TestError()))")
    case .array:
      lines.append("let source = Publishers.Sequence<Range<Int>, TestError>(sequence: 0..<\(lawCase.length))")
    case .subject, .threads: lines.append("let source = PassthroughSubject<Int, TestError>()")
    }
    switch lawCase.demand {
    case .unlimited: lines.append("let recorder = pipeline(source).record()")
    case .oneAtATime: lines.append("let recorder = pipeline(source).record(demand: .max(1)) { _ in .max(1) }")
    case .inside(let count):
      lines.append(
        "let recorder = pipeline(source).record(demand: .max(\(count)))    // requests \(count) more inside the last")
    case .outside, .later, .none: lines.append("let recorder = pipeline(source).record(demand: .none)")
    }
    if lawCase.source.isHot {
      let threads = if case .threads(let count) = lawCase.source { "    // shared out to \(count) threads" } else { "" }
      lines.append("for value in 0..<\(lawCase.length) { source.send(value) }\(threads)")
      if lawCase.end != .never {
        lines.append("source.send(completion: \(failure ? ".failure(TestError())" : ".finished"))")
      }
    }
    switch lawCase.demand {
    case .outside(let count): lines.append("recorder.request(.max(\(count)))    // again, when they have come")
    case .later: lines.append("recorder.request(.unlimited)")
    case .unlimited, .oneAtATime, .inside, .none: break
    }
    if lawCase.end.isCut { lines.append("recorder.cancel()    // \(lawCase.end)") }
    return lines.map { "    \($0)" }.joined(separator: "\n")
  }
}
