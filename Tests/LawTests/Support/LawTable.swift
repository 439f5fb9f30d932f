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
    _ name: String, of subjects: String, _ relation: LawRelation, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream, LawRun) -> P
  ) {
    add(
      Law(
        name, of: subjects, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column,
        pipeline: pipeline))
  }

  /// Adds a law whose pipeline has no arguments.
  func add<P: Publisher>(
    _ name: String, of subjects: String, _ relation: LawRelation, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream) -> P
  ) {
    add(
      Law(
        name, of: subjects, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column
      ) { source, _ in pipeline(source) })
  }

  /// Adds a law between two pipelines.
  func same<P: Publisher, Q: Publisher>(
    _ name: String, of subjects: String, by relation: LawRelation = .identity, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream) -> P, _ other: @escaping @Sendable (Law.Upstream) -> Q
  ) {
    add(
      Law(
        name, of: subjects, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column
      ) { source, _ in
        pipeline(source)
      } equals: { source, _ in
        other(source)
      })
  }

  /// Adds a law between two pipelines with arguments.
  func same<P: Publisher, Q: Publisher>(
    _ name: String, of subjects: String, by relation: LawRelation = .identity, in space: LawSpace = .anywhere,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ pipeline: @escaping @Sendable (Law.Upstream, LawRun) -> P,
    _ other: @escaping @Sendable (Law.Upstream, LawRun) -> Q
  ) {
    add(
      Law(
        name, of: subjects, relation, in: space, fileID: fileID, filePath: filePath, line: line, column: column,
        pipeline: pipeline, equals: other))
  }

  private func add(_ law: Law) {
    laws.append(FamilyLaw(family: family, law: law))
  }
}

/// A law and the family of its table.
struct FamilyLaw: Sendable, CustomStringConvertible {
  let family: String
  let law: Law

  /// What it is about, as `Family.name`; a name of another family says which.
  var subjects: [String] { law.subjects.map { $0.contains(".") ? $0 : "\(family).\($0)" } }

  var description: String { "\(family): \(law.name)" }
}
