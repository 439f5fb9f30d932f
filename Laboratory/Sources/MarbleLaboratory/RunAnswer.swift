internal import OperatorScenarios
internal import StreamTesting

/// What a run has shown, for the page.
struct RunAnswer: Encodable {
  struct Mark: Encodable {
    /// In ticks, since the beginning.
    let tick: Double
    let kind: String
    let text: String
  }

  struct Row: Encodable {
    let label: String
    let marks: [Mark]

    init(_ row: MarbleRow) {
      label = row.label
      marks = row.marks.map { mark in
        let (kind, text) =
          switch mark.kind {
          case .subscription: ("subscription", "")
          case .value(let text): ("value", text)
          case .finished: ("finished", "")
          case .failure(let text): ("failure", text)
          case .cancel: ("cancel", "")
          }
        return Mark(tick: Double(mark.time.sinceZero.magnitude) / 1e9, kind: kind, text: text)
      }
    }
  }

  struct Parameter: Encodable {
    let name: String
    let value: Int
    var range: [Int]
    let isTime: Bool

    /// The closures of which `value` says one by its place; empty for a number.
    let options: [String]
  }

  let inputs: [Row]
  let outputs: [Row]
  let demands: [Row]

  /// What downstream would have received, had it requested everything.
  let unlimited: [Row]
  let operation: String
  let code: String

  /// A complete test of the run.
  let test: String

  /// The diagram, to be pasted into a test or a comment.
  let text: [String]
  var picture: String?
  var parameters: [Parameter]

  init(_ outcome: Outcome, unlimited: Outcome?, code: String, test: String) {
    inputs = outcome.inputs.map(Row.init)
    outputs = outcome.outputs.map(Row.init)
    demands = outcome.demands.map(Row.init)
    self.unlimited = unlimited?.outputs.map(Row.init) ?? []
    operation = outcome.operation
    self.code = code
    self.test = test
    text = outcome.text
    picture = outcome.diagram.svg()
    parameters = outcome.parameters.map {
      Parameter(
        name: $0.name, value: $0.value, range: [$0.range.lowerBound, $0.range.upperBound], isTime: $0.isTime,
        options: $0.options)
    }
  }
}
