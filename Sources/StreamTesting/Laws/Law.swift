public import StreamCore

/// A law: a relation that holds between what goes into a pipeline and what comes out of it, however it is run.
///
///     let law = Law("A buffer loses nothing", .identity) { upstream, run in
///       upstream.buffer(size: run.pick(0, 1, 2, .max), whenFull: .suspend)
///     }
///     verifyLaw(law)
public struct Law: Sendable, CustomStringConvertible {
  /// The source that a law's pipeline is applied to. The first sender's elements count from zero, those of each further
  /// sender from a million more.
  public typealias Upstream = AnyPublisher<Int, TestError>

  /// The law in words.
  public let name: String

  /// What it says.
  public let relation: LawRelation

  /// The ways in which it is run.
  public let space: LawSpace

  /// Where it is written.
  public let site: CallSite

  let pipeline: LawPipeline

  /// What the pipeline is compared with; `nil` for the source.
  let other: LawPipeline?

  /// Creates a law between a source and a pipeline.
  ///
  /// - Parameters:
  ///   - name: The law in words.
  ///   - relation: What it says.
  ///   - space: The ways in which it is run.
  ///   - fileID: The caller's file, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - pipeline: Makes the pipeline of a run.
  public init<P: Publisher>(
    _ name: String, _ relation: LawRelation, in space: LawSpace = .all,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    pipeline: @escaping @Sendable (Upstream, LawRun) -> P
  ) {
    (self.name, self.relation, self.space) = (name, relation, space)
    (self.pipeline, other) = (LawPipeline(pipeline), nil)
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a law between two pipelines: the second, over an array of the elements that the first received, makes the
  /// same of them.
  ///
  /// - Parameters:
  ///   - name: The law in words.
  ///   - relation: What it says.
  ///   - space: The ways in which it is run.
  ///   - fileID: The caller's file, where failures are shown.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - pipeline: Makes the pipeline of a run.
  ///   - other: Makes the pipeline that it is compared with.
  public init<P: Publisher, Q: Publisher>(
    _ name: String, _ relation: LawRelation = .identity, in space: LawSpace = .all,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    pipeline: @escaping @Sendable (Upstream, LawRun) -> P, equals other: @escaping @Sendable (Upstream, LawRun) -> Q
  ) {
    (self.name, self.relation, self.space) = (name, relation, space)
    (self.pipeline, self.other) = (LawPipeline(pipeline), LawPipeline(other))
    site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The law in words.
  public var description: String { name }
}
