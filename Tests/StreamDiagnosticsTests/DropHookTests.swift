import StreamCore
import StreamDiagnostics
import TestSupport
import Testing

@Suite("DropHook")
struct DropHookTests {
  private func report(_ name: String, at line: UInt = #line) -> DropReport {
    DropReport(operatorName: name, reason: .overflow, count: 2, site: StreamSite(line: line))
  }

  @Test("A report is not made where nobody is told of it, and reaches the installed handler and recorders else")
  func reaches() {
    let told = Locked<[DropReport]>([])
    DropHook.install { report in
      if report.operatorName.hasPrefix("Hook") { told.withLock { $0.append(report) } }
    }
    let recorder = DropRecorder()
    let first = report("Hook1")
    DropHook.report(first)
    expectEqual(told.withLock { $0 }, [first])
    expectEqual(recorder.reports, [first])
    recorder.stop()
    DropHook.install(nil)
    DropHook.report(report("Hook2"))
    expectEqual(told.withLock { $0 }, [first])
    expectEqual(recorder.reports, [first])
    expectEqual(recorder.count, 2)
  }

  #if DEBUG
    @Test("A debug build says the first drop of each place, until a handler takes its place")
    func saysFirst() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record(demand: .none)
        for number in 1...3 { subject.send(number) }
        for line in [1, 1, 2] as [UInt] {
          DropHook.report(
            DropReport(operatorName: "Hook", reason: .overflow, site: StreamSite(fileID: "App/Feed.swift", line: line)))
        }
        DropHook.install(nil)
        subject.send(4)
        DropHook.report(DropReport(operatorName: "Late", reason: .overflow))
        withExtendedLifetime(recorder) {}
      }
      let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasSuffix("see DropHook)") }
      // An armed inspector knows the line that subscribed, too.
      let first = isInspected ? "beyond demand, subscribed to at" : "dropped a value that was not asked for (told once;"
      expect(lines.first?.contains("PassthroughSubject dropped") == true && lines.first?.contains(first) == true)
      expectEqual(
        lines.dropFirst(),
        [
          "Hook at App/Feed.swift:1 dropped 1: overflow (told once; see DropHook)",
          "Hook at App/Feed.swift:2 dropped 1: overflow (told once; see DropHook)",
        ])
    }
  #endif

  // Each call of a hook that wraps its handler once more would take more time and stack than the one before.
  @Test("The hundred-thousandth drop of a subject takes no more than the first")
  func many() async {
    await #expect(processExitsWith: .success) {
      let subject = PassthroughSubject<Int, Never>()
      let recorder = subject.record(demand: .none)
      for number in 0..<100_000 { subject.send(number) }
      withExtendedLifetime(recorder) {}
    }
  }

  @Test("A recorder that is released collects no more, and is not retained")
  func releases() {
    weak var released: DropRecorder?
    do {
      let recorder = DropRecorder()
      released = recorder
    }
    expect(released == nil)
  }

  @Test("A report is a sentence, with the place if there is one")
  func describes() {
    expectEqual(DropReport(operatorName: "Buffer", reason: .overflow).description, "Buffer dropped 1: overflow")
    let site = StreamSite(fileID: "App/Feed.swift", line: 12)
    expect(
      DropReport(operatorName: "Buffer", reason: .beyondDemand, count: 3, site: site).description
        == "Buffer at App/Feed.swift:12 dropped 3: beyond demand")
    expectEqual(site, StreamSite(fileID: "App/Feed.swift", line: 12))
    expect(site != StreamSite(fileID: "App/Feed.swift", line: 13))
    // Both are hashed: equal hashes would be legal, and slow.
    let others = [StreamSite(fileID: "App/Feed.swift", line: 13), StreamSite(fileID: "App/List.swift", line: 12)]
    expectEqual(Set((others + [site]).map(\.hashValue)).count, 3)
  }
}
