import StreamTesting
import Streams

/// The laws of a family of operators. Each statement adds one, so that the compiler checks them one by one.
final class LawTable {
  let family: String
  private(set) var laws: [FamilyLaw] = []

  private init(_ family: String) {
    self.family = family
  }

  /// The laws that a closure adds.
  static func laws(of family: String, _ fill: (LawTable) -> Void) -> [FamilyLaw] {
    let table = LawTable(family)
    fill(table)
    return table.laws
  }

  /// Adds a law between a source and a pipeline.
  func add<P: Publisher>(
    _ name: String, of names: String, _ relation: LawRelation, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream, LawRun) -> P
  ) {
    add(
      Law(
        name, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column, pipeline: pipeline),
      of: names)
  }

  /// Adds a law whose pipeline has no arguments.
  func add<P: Publisher>(
    _ name: String, of names: String, _ relation: LawRelation, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream) -> P
  ) {
    add(name, of: names, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column) {
      source, _ in pipeline(source)
    }
  }

  /// Adds a law between two pipelines.
  func same<P: Publisher, Q: Publisher>(
    _ name: String, of names: String, by relation: LawRelation = .identity, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream, LawRun) -> P,
    _ other: @escaping @Sendable (Law.Upstream, LawRun) -> Q
  ) {
    add(
      Law(
        name, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column, pipeline: pipeline,
        equals: other),
      of: names)
  }

  /// Adds a law between two pipelines without arguments.
  func same<P: Publisher, Q: Publisher>(
    _ name: String, of names: String, by relation: LawRelation = .identity, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream) -> P, _ other: @escaping @Sendable (Law.Upstream) -> Q
  ) {
    same(
      name, of: names, by: relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column,
      { source, _ in pipeline(source) }, { source, _ in other(source) })
  }

  private func add(_ law: Law, of names: String) {
    // A name of another family says which.
    let names = names.split(separator: " ").map { $0.contains(".") ? String($0) : "\(family).\($0)" }
    laws.append(FamilyLaw(family: family, names: Set(names), law: law))
  }
}

/// A law with the operators, subjects and schedulers that it is about, as `Family.name`.
struct FamilyLaw: Sendable, CustomStringConvertible {
  let family: String
  let names: Set<String>
  let law: Law

  var description: String { "\(family): \(law.name)" }

  /// The run's seed, hashed with the law's name (FNV-1a), so that each law draws its own cases.
  func caseSeed(from seed: UInt64) -> UInt64 {
    description.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
