import StreamGrouping
import StreamMapping
import TestSupport
import Testing

@Suite("The contract of the grouping operators")
struct ContractTests {
  private static let endless = Empty<Int, TestError>(completeImmediately: false)

  static let specimens: [Specimen] = chunks + windows + groups + parts + dropping

  private static let chunks = [
    Specimen("chunked(maxLength:by:)") { upstream, token in
      upstream.chunked(maxLength: 3) { token.pass($0) / 4 == $1 / 4 }
    },
    Specimen("chunked(maxLength:on:)") { upstream, token in upstream.chunked(maxLength: 3) { token.pass($0) / 4 } },
    Specimen("collect(maxLength:while:)") { upstream, token in
      upstream.collect { token.pass($0).count < 3 }
    },
    Specimen("collect(weight:maxWeight:orAfter:scheduler:)") { upstream, token in
      upstream.collect(weight: { token.pass($0) % 4 }, maxWeight: 5, orAfter: 1, scheduler: TestScheduler())
    },
    Specimen("collect(weight:maxWeight:orAfter:scheduler:)", form: "immediately") { upstream, token in
      upstream.collect(weight: { token.pass($0) % 4 }, maxWeight: 5, orAfter: 1, scheduler: ImmediateScheduler.shared)
    },
    Specimen("collect(until:maxLength:fileID:line:)", .pacedByDemand) { upstream, token in
      upstream.passing(token).collect(until: endless, maxLength: 1)
    },
    Specimen("collect(until:maxLength:fileID:line:)", form: "as the boundary", .pacedByDemand) { upstream, token in
      endless.collect(until: upstream.passing(token))
    },
  ]

  private static let windows = [
    Specimen("window(size:bufferSize:fileID:line:)") { upstream, token in
      upstream.passing(token).window(size: 3).flatMap { $0 }
    },
    Specimen("window(boundary:bufferSize:whenFull:fileID:line:)") { upstream, token in
      upstream.passing(token).window(boundary: endless).flatMap { $0 }
    },
    Specimen("window(every:size:scheduler:bufferSize:whenFull:fileID:line:)") { upstream, token in
      upstream.passing(token).window(every: 1, scheduler: ImmediateScheduler.shared).flatMap { $0 }
    },
  ]

  private static let groups = [
    Specimen("groupBy(maxGroups:bufferSize:whenFull:whenIdle:fileID:line:_:)") { upstream, token in
      upstream.groupBy { token.pass($0) % 3 }.flatMap { $0 }
    }
  ]

  private static let parts: [Specimen] = [
    // A pair of halves is for one subscription of each.
    Specimen(partition, form: "merged") { upstream, token in
      Deferred {
        let halves = upstream.partition { token.pass($0) % 3 == 0 }
        return Publishers.Sequence<[Publishers.Partition<Specimen.Upstream>], TestError>(
          sequence: [halves.matches, halves.nonMatches]
        ).flatMap { $0 }
      }
    },
    Specimen(partition, form: "a half, the other being released") { upstream, token in
      Deferred { upstream.partition(connect: .whenFirst) { token.pass($0) >= 50 }.matches }
    },
  ]

  private static let partition = "partition(connect:_:)"

  /// Upstream is asked for everything, and what finds no room depends on what downstream requests.
  private static let dropping: [Specimen] = losingPolicies.flatMap { name, policy in
    [
      Specimen(
        "window(boundary:bufferSize:whenFull:fileID:line:)", form: name, .pacedByDemand
      ) { upstream, token in
        upstream.passing(token).window(boundary: endless, bufferSize: 2, whenFull: policy).flatMap { $0 }
      },
      Specimen(
        "window(every:size:scheduler:bufferSize:whenFull:fileID:line:)", form: name, .pacedByDemand
      ) { upstream, token in
        upstream.passing(token).window(
          every: 1, scheduler: ImmediateScheduler.shared, bufferSize: 2, whenFull: policy
        ).flatMap { $0 }
      },
      Specimen(
        "groupBy(maxGroups:bufferSize:whenFull:whenIdle:fileID:line:_:)", form: name, .pacedByDemand
      ) { upstream, token in
        upstream.groupBy(bufferSize: 2, whenFull: policy) { token.pass($0) % 3 }.flatMap { $0 }
      },
    ]
  }

  @Test("Every operator of the family keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    for violation in rule.violations(by: specimen) { Issue.record("\(violation)") }
  }

  @Test("Closures and downstream are released though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: Specimen) {
    expectEqual(faultsUnderKeepingUpstream(of: specimen), [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    // Those of parts are flattened, so their own types do not show.
    let flattened = [
      "GroupByPublisher", "GroupedPublisher", "PartitionPublisher", "WindowedPublisher", "BoundedWindowsPublisher",
      "TimedWindowsPublisher", "WindowPublisher",
    ]
    expectEqual(try PublicOperators(ofFamily: "Grouping").gaps(in: Self.specimens, types: flattened), [])
  }
}
