package import Foundation
import Synchronization

/// The page of the recipes. Its code and its printed lines are those of the recipes, and `recipes --write-page` writes
/// them; headings, sentences and commands are written by hand.
package struct RecipePage: Sendable {
  /// A program that has a section of the page.
  package struct Program: Sendable {
    /// The command that runs it, by which its section is found.
    package var command: String

    /// The path of its source, from the root of the repository.
    package var source: String

    /// - Parameters:
    ///   - command: The command that runs it.
    ///   - source: The path of its source, from the root of the repository.
    package init(command: String, source: String) {
      (self.command, self.source) = (command, source)
    }
  }

  /// The root of the repository.
  package static let root = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder
  }()

  /// The page's file.
  package static let file = root.appendingPathComponent("Docs/Website/Guides.docc/Recipes.md")

  /// The weather station, which is in a package of its own.
  package static let weatherStation = Program(
    command: "swift run --package-path Examples/Servers weather-station",
    source: "Examples/Servers/Sources/WeatherStation/Climate.swift")

  /// The page's text.
  package private(set) var text: String

  /// Reads the page.
  ///
  /// - Throws: What reading the file throws.
  package init() throws {
    text = try String(contentsOf: Self.file, encoding: .utf8)
  }

  /// The commands that run recipes, in order.
  package var commands: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("swift run --package-path Examples recipes ") }.map(String.init)
  }

  /// The content of a section's block in a language.
  ///
  /// - Parameters:
  ///   - language: The word after the fence.
  ///   - program: The program of the section.
  /// - Returns: The lines, or `nil` if there is no such section or block.
  package func block(_ language: String, of program: Program) -> String? {
    section(of: program).flatMap { lines(of: language, in: $0) }.map { String(text[$0]) }
  }

  /// Writes a section's block; a new one of code before the command, another one after it.
  ///
  /// - Parameters:
  ///   - language: The word after the fence.
  ///   - program: The program of the section.
  ///   - content: The lines.
  /// - Returns: Whether there is such a section.
  package mutating func setBlock(_ language: String, of program: Program, to content: String) -> Bool {
    guard let section = section(of: program) else { return false }
    if let lines = lines(of: language, in: section) {
      text.replaceSubrange(lines, with: content)
    } else if let command = text.range(of: "```sh\n\(program.command)\n```\n", range: section) {
      let block = "```\(language)\n\(content)\n```\n"
      if language == "swift" {
        text.insert(contentsOf: block + "\n", at: command.lowerBound)
      } else {
        text.insert(contentsOf: "\n" + block, at: command.upperBound)
      }
    }
    return true
  }

  /// Writes the file.
  ///
  /// - Throws: What writing it throws.
  package func write() throws {
    try text.write(to: Self.file, atomically: true, encoding: .utf8)
  }

  /// Writes the code of all recipes, and what they print, into the page.
  ///
  /// - Throws: What reading or writing the files throws, or a ``Gap``.
  package static func update() async throws {
    var page = try RecipePage()
    for program in Recipe.all.map(\.page) + [weatherStation] {
      guard let code = try code(of: program) else { throw Gap(description: "\(program.source) has nothing to show.") }
      guard page.setBlock("swift", of: program, to: code) else {
        throw Gap(description: "Write a section with the command `\(program.command)` into \(file.path).")
      }
    }
    for recipe in Recipe.all {
      let lines = Mutex<[String]>([])
      await recipe.run { line in lines.withLock { $0.append(line) } }
      let output = recipe.output(lines.withLock { $0 })
      let isSame = !recipe.isOrdered && page.block("text", of: recipe.page).map(sorted) == sorted(output)
      if !isSame { _ = page.setBlock("text", of: recipe.page, to: output) }
    }
    try page.write()
  }

  /// What the page or a source lacks.
  package struct Gap: Error, CustomStringConvertible {
    package let description: String
  }

  private static func sorted(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }

  /// The part of a source that the page shows: what is between the lines `// On the page:` and `// Up to here.`,
  /// without its indentation. Several parts are separated by an empty line.
  ///
  /// - Parameter program: The program with that source.
  /// - Returns: The lines, or `nil` if the source has no such part.
  /// - Throws: What reading the source throws.
  package static func code(of program: Program) throws -> String? {
    let source = try String(contentsOf: root.appendingPathComponent(program.source), encoding: .utf8)
    var parts: [[Substring]] = []
    var isInside = false
    for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
      switch line.drop(while: { $0 == " " }) {
      case "// On the page:":
        isInside = true
        parts.append([])
      case "// Up to here.": isInside = false
      default: if isInside { parts[parts.count - 1].append(line) }
      }
    }
    return parts.isEmpty ? nil : parts.map(outdented).joined(separator: "\n\n")
  }

  /// Lines without what all of them are indented by.
  private static func outdented(_ lines: [Substring]) -> String {
    let indents = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }
    return lines.map { $0.dropFirst(indents.min() ?? 0) }.joined(separator: "\n")
  }

  /// From the heading of a program's section to the next one.
  private func section(of program: Program) -> Range<String.Index>? {
    guard let command = text.range(of: "\n\(program.command)\n") else { return nil }
    let headings = ["\n## ", "\n### "]
    let start = headings.compactMap { text[..<command.lowerBound].range(of: $0, options: .backwards)?.lowerBound }.max()
    let end = headings.compactMap { text[command.upperBound...].range(of: $0)?.lowerBound }.min()
    return (start ?? text.startIndex)..<(end ?? text.endIndex)
  }

  private func lines(of language: String, in section: Range<String.Index>) -> Range<String.Index>? {
    guard let fence = text.range(of: "```\(language)\n", range: section),
      let end = text.range(of: "\n```", range: fence.upperBound..<section.upperBound)
    else { return nil }
    return fence.upperBound..<end.lowerBound
  }
}

extension Recipe {
  /// The recipe's section of the page.
  package var page: RecipePage.Program {
    RecipePage.Program(command: "swift run --package-path Examples recipes \(name)", source: source)
  }

  /// What the page shows of a run.
  ///
  /// - Parameter lines: The lines that it has reported.
  /// - Returns: The heading and the lines.
  package func output(_ lines: [String]) -> String { ([heading] + lines).joined(separator: "\n") }
}
