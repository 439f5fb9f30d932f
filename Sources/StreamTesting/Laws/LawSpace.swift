/// The ways in which a law is run. Cases are drawn so that they try many pairs of its values.
///
///     verifyLaw("…", .identity, in: .all.cold.lengths(0, 1, 2)) { … }
public struct LawSpace: Sendable {
  /// Where the elements come from.
  public var sources: [LawSource]

  /// The numbers of elements.
  public var lengths: [Int]

  /// How elements are asked for.
  public var demands: [LawDemand]

  /// How runs end.
  public var ends: [LawEnd]

  /// The schedulers, and what stands before the pipeline.
  public var places: [LawPlace]

  /// The numbers of ticks between two elements of a subject, in virtual time.
  public var paces: [Int]

  /// All sources, demands and ends, in virtual time.
  public static let all = LawSpace(
    sources: [.array, .subject, .threads(2), .threads(4), .timer], lengths: [0, 1, 2, 7, 255, 256, 257, 1_000],
    demands: [
      .unlimited, .oneAtATime, .inside(2), .inside(7), .outside(1), .outside(3), .onScheduler(1), .onScheduler(2),
      .later, .none,
    ],
    ends: [
      .finish, .failure, .finish, .never, .cancel(after: 0), .cancel(after: 1), .cancel(after: 3), .release(after: 2),
      .cancelOutside(after: 2),
    ],
    places: [.virtualTime], paces: [0, 1])

  /// Arrays alone: for a pipeline that subscribes to its source more than once, or at another time.
  public var cold: LawSpace { changing { $0.sources = [.array] } }

  /// Arrays, and subjects with one sender: for a pipeline whose values depend on what happens at which time.
  public var oneSender: LawSpace { changing { $0.sources = [.array, .subject, .timer] } }

  /// Subjects alone: for a law of what is dropped.
  public var hot: LawSpace { changing { $0.sources.removeAll { $0 == .array } } }

  /// No cancel, and elements are asked for: for a law of all that comes.
  public var uncut: LawSpace {
    changing { space in
      space.ends.removeAll { $0.isCut }
      space.demands.removeAll { $0 == .none }
    }
  }

  /// The source ends: for a law of a pipeline that delivers at the end of its source.
  public var ending: LawSpace { changing { $0.ends.removeAll { $0 == .never } } }

  /// The source finishes: for a law that says nothing of failures.
  public var finishing: LawSpace { changing { $0.ends.removeAll { $0 == .failure || $0 == .never } } }

  /// Unlimited demand from the start: for a pipeline that drops elements without demand.
  public var eager: LawSpace { changing { $0.demands = [.unlimited] } }

  /// Limits the number of elements: for a pipeline that costs much.
  ///
  /// - Parameter count: The number.
  /// - Returns: The space.
  public func upTo(_ count: Int) -> LawSpace { changing { $0.lengths.removeAll { $0 > count } } }

  /// These numbers of elements.
  ///
  /// - Parameter lengths: The numbers.
  /// - Returns: The space.
  public func lengths(_ lengths: Int...) -> LawSpace { changing { $0.lengths = lengths } }

  /// These places.
  ///
  /// - Parameter places: The places.
  /// - Returns: The space.
  public func at(_ places: [LawPlace]) -> LawSpace { changing { $0.places = places } }

  private func changing(_ change: (inout LawSpace) -> Void) -> LawSpace {
    var copy = self
    change(&copy)
    return copy
  }
}
