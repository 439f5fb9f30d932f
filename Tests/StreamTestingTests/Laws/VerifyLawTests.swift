import Dispatch
import StreamCore
import StreamParts
import StreamSchedulers
import TestSupport
import Testing

@testable import StreamTesting

@Suite("verifyLaw")
struct VerifyLawTests {
  /// The violations of the law that nothing changes, by an operator with a fault, and what was reported.
  private func violations(
    _ kind: PlantedFault.Kind, in space: LawSpace = .all, by relation: LawRelation = .identity,
    replaying: LawCase? = nil
  ) -> (violations: [LawViolation], reports: [StreamTestFailure]) {
    var violations: [LawViolation] = []
    let reports = FailureReporter.failures {
      violations = verifyLaw("nothing changes", relation, in: space, replaying: replaying) { source, _ in
        PlantedFault(upstream: source, kind: kind)
      }
    }
    return (violations, reports)
  }

  @Test("An operator without a fault keeps the law")
  func noFault() {
    expect(violations(.none).violations.isEmpty)
  }

  @Test("Each fault is found, and reported once, at the line of the call")
  func findsEachFault() {
    for kind in PlantedFault.Kind.allCases where kind != .none {
      let found = violations(kind)
      expectEqual(found.violations.count, 1, "\(kind)")
      expectEqual(found.reports.count, 1, "\(kind)")
      expect(found.reports.first?.message.contains("nothing changes") == true, "\(kind)")
    }
  }

  @Test(
    "A fault is shrunk to the fewest elements that show it, one thread, and an array",
    arguments: [
      (PlantedFault.Kind.loss, 3), (.duplicate, 3), (.reorder, 3), (.noEnd, 0), (.afterEnd, 0), (.hold, 0),
    ])
  func shrinks(kind: PlantedFault.Kind, length: Int) throws {
    let violation = try #require(violations(kind).violations.first)
    expectEqual(violation.lawCase.length, length)
    expectEqual(violation.lawCase.source, .array)
    expectEqual(violation.lawCase.place.name, LawPlace.virtualTime.name)
    expectEqual(violation.lawCase.end, .finish)
  }

  @Test("An operator that forgets to ask again is said to stand still")
  func stall() throws {
    var space = LawSpace.all
    space.demands = [.oneAtATime]
    let violation = try #require(violations(.stall, in: space, by: .subsequence).violations.first)
    expectEqual(violation.lawCase.length, 4)
    expect(violation.message.contains("stands still"))
  }

  @Test("The case that is printed breaks the law again, alone")
  func replays() throws {
    let violation = try #require(violations(.loss).violations.first)
    let again = try #require(violations(.loss, replaying: violation.lawCase).violations.first)
    expectEqual(again.message, violation.message)
    expect("\(violation)".contains("replaying: LawCase(.array, length: 3)"))
    expect("\(violation)".contains("in  -0-1-2-|"))
    expect("\(violation)".contains("out -0-1-|"))
  }

  @Test("The same seed draws the same cases, and another seed others")
  func seeds() {
    func cases(_ seed: UInt64) -> [String] {
      var cases = LawCases(of: .all, seed: seed)
      return (0..<20).map { _ in "\(cases.next())" }
    }
    expectEqual(cases(1), cases(1))
    expect(cases(1) != cases(2))
  }

  @Test("A hundred cases have each source with each length, and nearly each demand")
  func pairs() {
    var cases = LawCases(of: LawSpace.all.at([.virtualTime]), seed: 1)
    var (lengths, demands) = (Set<[Int]>(), Set<String>())
    for _ in 0..<100 {
      let next = cases.next()
      // A failure may come after any number of elements.
      guard LawSpace.all.lengths.contains(next.length) else { continue }
      lengths.insert([next.length, next.source == .array ? 0 : 1])
      demands.insert("\(next.demand) \(next.length)")
    }
    expectEqual(lengths.count, 16)
    expect(demands.count >= 50, "\(demands.count) of 80")
  }

  @Test("A fault is found where elements come by a timer, where requests wait for the scheduler, and at any end")
  func dimensions() {
    var timed = LawSpace.all
    timed.sources = [.timer]
    expectEqual(violations(.loss, in: timed).violations.first?.lawCase.source, .timer)
    var scheduled = LawSpace.all
    scheduled.demands = [.onScheduler(1)]
    let stalled = violations(.stall, in: scheduled, by: .subsequence).violations.first
    expectEqual(stalled?.lawCase.demand, .onScheduler(1))
    var cases = LawCases(of: .all, seed: 1)
    let drawn = (0..<200).map { _ in cases.next() }
    expect(drawn.contains { $0.end == .failure && !LawSpace.all.lengths.contains($0.length) })
    expect(drawn.contains { if case .cancel(after: 4...) = $0.end { true } else { false } })
  }

  @Test("What is dropped and told keeps conservation; what is dropped in silence does not")
  func conservation() {
    expect(violations(.none, in: .all.uncut, by: .conservation).violations.isEmpty)
    expectEqual(violations(.loss, in: .all.uncut, by: .conservation).violations.count, 1)
  }

  @Test("A permutation allows another order, and a subsequence a loss")
  func weakerRelations() {
    expect(violations(.reorder, in: .all.finishing.eager.uncut, by: .permutation()).violations.isEmpty)
    expectEqual(violations(.duplicate, by: .permutation()).violations.count, 1)
    expect(violations(.loss, by: .subsequence).violations.isEmpty)
    expectEqual(violations(.reorder, by: .subsequence).violations.count, 1)
  }

  @Test("A law between two pipelines, and what a pipeline says itself")
  func twoPipelines() {
    let failures = FailureReporter.failures {
      verifyLaw("a loss is a loss") { source, _ in
        PlantedFault(upstream: source, kind: .loss)
      } equals: { source, _ in
        PlantedFault(upstream: source, kind: .loss)
      }
    }
    expect(failures.isEmpty)
    let said = FailureReporter.failures {
      verifyLaw("it says so", .identity) { source, run in
        run.fail("said")
        return source
      }
    }
    expect(said.first?.message.contains("said") == true)
  }

  @Test("Elements come from a queue, too, and a pipeline behind a scheduler is run in real time")
  func places() {
    let queue = LawPlace("a queue", on: { DispatchQueue(label: "law") })
    let none = violations(.none, in: .all.at([queue]).lengths(0, 1, 7)).violations
    expect(none.isEmpty, "\(none)")
    let found = violations(.loss, in: .all.at([queue]).lengths(0, 1, 7)).violations.first
    expectEqual(found?.lawCase.place.name, "a queue")
  }
}
