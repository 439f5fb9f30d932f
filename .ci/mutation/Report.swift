import Foundation

/// What became of each mutant.
struct Report {
  var killed: [Mutant] = []
  var survived: [Mutant] = []
  var equivalent: [Mutant] = []
  var dropped: [Mutant] = []
  var notRun: [Mutant] = []

  /// Of 100 mutants that are not equivalent, how many a test kills.
  var score: Double {
    let tried = killed.count + survived.count
    return tried == 0 ? 100 : 100 * Double(killed.count) / Double(tried)
  }

  var text: String {
    func count(_ mutants: [Mutant], _ module: String) -> String {
      let count = mutants.filter { $0.module == module }.count
      return String(repeating: " ", count: max(0, 12 - String(count).count)) + String(count)
    }
    let columns = [killed, survived, equivalent, dropped, notRun]
    let modules = Set(columns.joined().map(\.module)).sorted()
    let head = ["killed", "survived", "equivalent", "dropped", "not run"]
    let width = 28
    var lines = [
      "module".padding(toLength: width, withPad: " ", startingAt: 0)
        + head.map { String(repeating: " ", count: 12 - $0.count) + $0 }.joined()
    ]
    for module in modules {
      lines.append(
        module.padding(toLength: width, withPad: " ", startingAt: 0) + columns.map { count($0, module) }.joined())
    }
    if !survived.isEmpty {
      lines.append("\nSurvivors:")
      for mutant in survived.sorted(by: { ($0.file, $0.line) < ($1.file, $1.line) }) {
        lines.append("\(mutant.file):\(mutant.line)\n    \(mutant.lineText)\n    \(mutant.change)")
      }
    }
    lines.append(
      String(
        format: "\n%d killed, %d survived, %d equivalent, %d not run; %d more did not compile. Score: %.1f %%",
        killed.count, survived.count, equivalent.count, notRun.count, dropped.count, score))
    return lines.joined(separator: "\n")
  }
}
