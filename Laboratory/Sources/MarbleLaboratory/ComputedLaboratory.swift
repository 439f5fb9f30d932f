internal import Foundation
internal import OperatorScenarios

extension Laboratory {
  /// Writes the page as files that need no server: numbers and closures can be changed, and the results were computed
  /// beforehand.
  ///
  /// - Parameter folder: The path of the folder, which is made if it is missing.
  /// - Throws: What the file system, or a scenario, complains of.
  public static func write(to folder: String) async throws {
    let folder = URL(fileURLWithPath: folder)
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("runs"), withIntermediateDirectories: true)
    let page = String(decoding: PackageResources.index_html, as: UTF8.self)
      .replacing("<html lang=\"en\">", with: "<html lang=\"en\" data-computed>")
    try Data(page.utf8).write(to: folder.appendingPathComponent("index.html"))
    try Data(PackageResources.lab_css).write(to: folder.appendingPathComponent("lab.css"))
    try Data(PackageResources.lab_js).write(to: folder.appendingPathComponent("lab.js"))

    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var catalogue = Catalogue()
    for (group, family) in Family.all.enumerated() {
      for (number, scenario) in family.scenarios.enumerated() {
        let file = "runs/\(family.module)-\(number + 1).json"
        catalogue.groups[group].items[number].runs = file
        let runs = try await ComputedRuns(scenario, id: scenario.id(in: family))
        try encoder.encode(runs.answers).write(to: folder.appendingPathComponent(file))
      }
    }
    try encoder.encode(catalogue).write(to: folder.appendingPathComponent("operators.json"))
  }
}

/// The runs of one scenario, with its own timelines, for the numbers and closures that a reader may choose.
private struct ComputedRuns {
  /// More numbers of one kind than this are not computed: those around the scenario's own are.
  private static let mostNumbers = 24

  /// More choices of several numbers than this are not computed: of each number all are, with the others as they are.
  private static let mostChoices = 100

  /// By the numbers, as `count=2&size=3`, of closures by their places; that of the scenario's own also by the empty
  /// text.
  private(set) var answers: [String: RunAnswer] = [:]

  init(_ scenario: Scenario, id: String) async throws {
    var own = try await RunRequest(id: id).run(scenario)
    let ranges = own.parameters.map { Self.range($0) }
    for (place, range) in ranges.enumerated() { own.parameters[place].range = [range.lowerBound, range.upperBound] }
    answers[""] = own
    for choice in Self.choices(own.parameters.map(\.value), ranges) {
      let numbers = Dictionary(uniqueKeysWithValues: zip(own.parameters.map(\.name), choice))
      var answer = try await RunRequest(id: id, numbers: numbers).run(scenario)
      answer.parameters = zip(own.parameters, choice).map {
        RunAnswer.Parameter(name: $0.name, value: $1, range: $0.range, isTime: $0.isTime, options: $0.options)
      }
      // One is enough to be saved.
      answer.picture = choice == own.parameters.map(\.value) ? own.picture : nil
      answers[numbers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")] = answer
    }
  }

  private static func range(_ parameter: RunAnswer.Parameter) -> ClosedRange<Int> {
    let all = parameter.range[0]...parameter.range[1]
    return (parameter.value - mostNumbers / 2...parameter.value + mostNumbers / 2).clamped(to: all)
  }

  private static func choices(_ own: [Int], _ ranges: [ClosedRange<Int>]) -> [[Int]] {
    guard !own.isEmpty else { return [] }
    if ranges.reduce(1, { $0 * $1.count }) <= mostChoices {
      return ranges.reduce([[]]) { choices, range in choices.flatMap { choice in range.map { choice + [$0] } } }
    }
    return own.indices.flatMap { place in
      ranges[place].map { number in
        var choice = own
        choice[place] = number
        return choice
      }
    }
  }
}
