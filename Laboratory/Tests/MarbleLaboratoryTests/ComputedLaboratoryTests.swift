import Foundation
import MarbleLaboratory
import Testing

@Suite("The laboratory whose results were computed beforehand", .timeLimit(.minutes(2)))
struct ComputedLaboratoryTests {
  struct Listed: Decodable {
    struct Item: Decodable {
      let id: String
      let runs: String?
      let reason: String?
    }
    struct Group: Decodable {
      let items: [Item]
    }
    let groups: [Group]
  }

  struct Result: Decodable {
    struct Parameter: Decodable {
      let name: String
      let value: Int
      let range: [Int]
    }
    let text: [String]
    let parameters: [Parameter]
  }

  @Test("Each scenario has the run of its own numbers and those of others, as the server gives them")
  func runs() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("marbles-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await Laboratory.write(to: folder.path)
    func read<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
      try JSONDecoder().decode(type, from: Data(contentsOf: folder.appendingPathComponent(path)))
    }

    #expect(
      try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8).contains("data-computed"))
    for name in ["lab.css", "lab.js"] {
      #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path))
    }
    let items = try read(Listed.self, "operators.json").groups.flatMap(\.items)
    try await withLaboratory { laboratory in
      for (place, item) in items.enumerated() where item.reason == nil {
        let results = try read([String: Result].self, try #require(item.runs))
        let own = try #require(results[""])
        // Some of them: the server runs all in another test.
        guard place % 7 == 0 else { continue }
        #expect(own.text == (try await laboratory.post("run", Run(id: item.id)).decoded(Picture.self).text))
        // The first number at each end of what is offered.
        guard let first = own.parameters.first else { continue }
        for number in first.range {
          var numbers = Dictionary(uniqueKeysWithValues: own.parameters.map { ($0.name, $0.value) })
          numbers[first.name] = number
          let key = numbers.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
          let picture = try await laboratory.post("run", Run(id: item.id, numbers: numbers)).decoded(Picture.self)
          #expect(results[key]?.text == picture.text, "\(item.id) \(key)")
        }
      }
    }
  }
}
