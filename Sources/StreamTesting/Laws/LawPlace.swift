public import StreamCore
public import StreamSchedulers

/// Where a law's pipeline runs: which scheduler it gets, and whether its elements come to it by way of that.
///
///     LawPlace("a serial queue", on: { DispatchQueue(label: "law") }) { $0.receive(on: $1).eraseToAnyPublisher() }
public struct LawPlace: Sendable {
  /// What stands between the source and the pipeline.
  public typealias Hop = @Sendable (Law.Upstream, LawScheduler) -> Law.Upstream

  /// The name, in the description of a case.
  public let name: String

  let isReal: Bool
  let makeScheduler: @Sendable () -> LawScheduler
  let hop: Hop

  private init(
    name: String, isReal: Bool, hop: @escaping Hop, makeScheduler: @escaping @Sendable () -> LawScheduler
  ) {
    (self.name, self.isReal, self.hop, self.makeScheduler) = (name, isReal, hop, makeScheduler)
  }

  /// One thread, which runs what is scheduled in the order of virtual time.
  public static let virtualTime = virtual("virtual time")

  /// One thread and virtual time, with something between the source and the pipeline.
  ///
  /// - Parameters:
  ///   - name: The name, in the description of a case.
  ///   - hop: Stands between the source and the pipeline; by default nothing does.
  /// - Returns: The place.
  public static func virtual(_ name: String, hop: @escaping Hop = { upstream, _ in upstream }) -> LawPlace {
    LawPlace(name: name, isReal: false, hop: hop) { LawScheduler(clock: TestScheduler()) }
  }

  /// A scheduler of the program, in real time: a second of the law lasts a millisecond.
  ///
  /// - Parameters:
  ///   - name: The name, in the description of a case.
  ///   - makeScheduler: Makes the scheduler of a run.
  ///   - hop: Stands between the source and the pipeline; by default nothing does.
  public init<S: Scheduler>(
    _ name: String, on makeScheduler: @escaping @Sendable () -> S, hop: @escaping Hop = { upstream, _ in upstream }
  ) {
    self.init(name: name, isReal: true, hop: hop) { LawScheduler(on: makeScheduler()) }
  }
}
