import Foundation
import RecipeBook
import StreamConcurrency
import StreamCore
import StreamTesting
import Testing

// One after the other: what is dropped is reported for the whole process.
@Suite("Recipe: a log, service by service", .timeLimit(.minutes(5)), .serialized)
struct LogProcessorTests {
  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file)
  }

  @Test("Each window of a service is summed up by itself; the rest at the end")
  func windows() async throws {
    try await withFile { file in
      let lines = ["a INFO 3 x", "b ERROR 9 x", "a ERROR 5 x", "no entry", "a INFO 1 x"]
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      let summaries = try await LogProcessor.summaries(of: file, windowsOf: 2).allValues
      #expect(summaries.map(\.service).sorted() == ["a", "a", "b"])
      #expect(summaries.map(\.lines).reduce(0, +) == 4)
      #expect(summaries.first { $0.service == "a" }?.slowest == 5)
      #expect(summaries.map(\.errors).reduce(0, +) == 2)
    }
  }

  @Test("Services beyond the bound are left out")
  func bound() async throws {
    try await withFile { file in
      try LogProcessor.write(megabytes: 1, to: file, services: ["a", "b", "c", "d"])
      let summaries = try await LogProcessor.summaries(of: file, windowsOf: 1_000, maxServices: 2).allValues
      #expect(Set(summaries.map(\.service)) == ["a", "b"])
      #expect(summaries.map(\.lines) == [250, 250])
    }
  }

  @Test("Of far more services than the bound the first are summed up, and each line left out is reported")
  func manyServices() async throws {
    try await withFile { file in
      let services = (0..<200).map { "s\($0)" }
      try LogProcessor.write(megabytes: 1, to: file, services: services)
      let drops = DropRecorder(of: "RecipeBook/LogProcessor.swift")
      let summaries = try await LogProcessor.summaries(of: file, windowsOf: 2, maxServices: 8).allValues
      #expect(Set(summaries.map(\.service)) == Set(services.prefix(8)))
      #expect(summaries.map(\.lines).sorted() == Array(repeating: 1, count: 8) + Array(repeating: 2, count: 16))
      #expect(drops.count == 1_000 - 8 * 5)
      #expect(drops.reports.allSatisfy { $0.operatorName == "GroupBy" && $0.reason == .overflow })
    }
  }

  @Test("A file that is not there fails")
  func missing() async throws {
    await #expect(throws: (any Error).self) {
      _ = try await LogProcessor.summaries(of: URL(fileURLWithPath: "/nowhere/log"), windowsOf: 2).allValues
    }
  }
}
