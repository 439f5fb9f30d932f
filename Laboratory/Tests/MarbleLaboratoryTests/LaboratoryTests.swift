import Foundation
import MarbleLaboratory
import OperatorScenarios
import Testing

// One after the other: each is work for the processor alone, which the tests of other suites with a clock need, too.
@Suite("The laboratory of marbles", .serialized, .timeLimit(.minutes(2)))
struct LaboratoryTests {
  @Test("The page and what it is made of are there, and need nothing from outside")
  func page() async throws {
    try await withLaboratory { laboratory in
      for (path, type) in ["": "text/html", "lab.css": "text/css", "lab.js": "text/javascript"] {
        let answer = try await laboratory.get(path)
        #expect(answer.status == 200)
        #expect(answer.mediaType == type)
        #expect(!answer.text.contains("https://"))
      }
    }
  }

  @Test("Every operator of the table is listed: with its timelines, or with the reason why it has none")
  func catalogue() async throws {
    try await withLaboratory { laboratory in
      let catalogue = try await laboratory.get("operators").decoded(Catalogue.self)
      #expect(catalogue.groups.map(\.module) == Family.all.map(\.module))
      for (group, family) in zip(catalogue.groups, Family.all) {
        #expect(group.items.map(\.title) == family.scenarios.map(\.symbol) + family.unplayed.map(\.symbol))
        #expect(group.items.filter { $0.reason != nil }.count == family.unplayed.count)
      }
      let ids = catalogue.groups.flatMap(\.items).filter { $0.reason == nil }.map(\.id)
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test("Every scenario runs, and gives what the table says", arguments: Family.all.map(\.module))
  func scenarios(module: String) async throws {
    try await withLaboratory { laboratory in
      let catalogue = try await laboratory.get("operators").decoded(Catalogue.self)
      let items = try #require(catalogue.groups.first { $0.module == module }).items.filter { $0.reason == nil }
      let family = try #require(Family.all.first { $0.module == module })
      for (item, scenario) in zip(items, family.scenarios) {
        // With its timelines as the page has them, a scenario does what it does by itself.
        let timelines = Dictionary(uniqueKeysWithValues: item.timelines.map { ($0.name, $0.marbles) })
        let answer = try await laboratory.post("run", Run(id: item.id, timelines: timelines))
        #expect(answer.status == 200, "\(item.id): \(answer.text)")
        let picture = try answer.decoded(Picture.self)
        let text = await scenario.run().text
        #expect(picture.text == text, "\(item.id)")
        #expect(!picture.code.isEmpty, "\(item.id)")
        #expect(picture.picture.hasPrefix("<svg"), "\(item.id)")
      }
    }
  }

  @Test("A moved marble and an edited number change the result")
  func edited() async throws {
    try await withLaboratory { laboratory in
      let run = Run(
        id: "StreamFiltering/prefix(_:)", timelines: ["upstream": "1-2-(34)-|"], numbers: ["count": 3])
      let picture = try await laboratory.post("run", run).decoded(Picture.self)
      #expect(picture.code == "upstream.prefix(3)")
      #expect(picture.test.contains("upstream.prefix(3)") && picture.test.contains("1-2-(34)-|"))
      #expect(picture.outputs[0].values == ["1 at 0", "2 at 2", "3 at 4"])
      #expect(picture.parameters.map(\.value) == [3])
    }
  }

  @Test("Another closure changes the result and the code, and one that there is not is refused")
  func closure() async throws {
    try await withLaboratory { laboratory in
      var run = Run(id: "StreamFiltering/filter(_:)", numbers: ["isIncluded": 1])
      let picture = try await laboratory.post("run", run).decoded(Picture.self)
      #expect(picture.outputs[0].values == ["3 at 8", "4 at 11"])
      #expect(picture.parameters.map(\.value) == [1])
      #expect(picture.parameters[0].options.prefix(2) == ["{ $0.isMultiple(of: 2) }", "{ $0 > 2 }"])
      #expect(picture.code.contains("filter { $0 > 2 }"))
      run.numbers["isIncluded"] = 4
      let answer = try await laboratory.post("run", run)
      #expect(answer.status == 400)
      #expect(try answer.decoded(Refusal.self).parameter == "isIncluded")
    }
  }

  @Test("A demand limits what is delivered, and is shown beside what would have come without it")
  func demand() async throws {
    try await withLaboratory { laboratory in
      let run = Run(id: "StreamFiltering/filter(_:)", timelines: ["upstream": "-2-4-6-|", "demand": "1----1"])
      let picture = try await laboratory.post("run", run).decoded(Picture.self)
      #expect(picture.demands.map(\.values) == [["1 at 0", "1 at 5"]])
      #expect(picture.outputs[0].values == ["2 at 1", "6 at 5"])
      #expect(picture.unlimited[0].values == ["2 at 1", "4 at 3", "6 at 5"])
    }
  }

  @Test(
    "A wrong timeline is refused with its name, the column and the reason",
    arguments: [
      ("upstream", "--1-?", 5, "no marble"), ("upstream", "-(12", 2, "not closed"), ("upstream", "-|-1", 4, "ended"),
      ("upstream", "-a-", 2, "no digit"), ("upstream", "|", 1, "needs a tick"),
      ("upstream", "(1|)", 3, "needs a tick"), ("upstream", "-1-!", 4, "cancel"), ("upstream", "-(1!)", 4, "cancel"),
      ("upstream", "!", 1, "cancel"), ("demand", "1-!", 3, "digits"),
      ("upstream", String(repeating: "-", count: 60) + "1", 61, "ends at tick"),
      ("upstream", String(repeating: "-", count: 5_000), 201, "at most"), ("demand", "-x", 2, "digits"),
      ("demand", "1-0", 3, "digits"), ("nowhere", "-1", nil, "no timeline"),
      ("upstream", "(" + String(repeating: "1", count: 61) + ")", nil, "at most"),
    ] as [(String, String, Int?, String)])
  func wrongMarbles(timeline: String, text: String, column: Int?, reason: String) async throws {
    try await withLaboratory { laboratory in
      let run = Run(id: "StreamFiltering/filter(_:)", timelines: [timeline: text])
      let answer = try await laboratory.post("run", run)
      #expect(answer.status == 400)
      let refusal = try answer.decoded(Refusal.self)
      #expect(refusal.timeline == timeline)
      #expect(refusal.column == column)
      #expect(refusal.error.contains(reason), "\(refusal.error)")
    }
  }

  @Test("A number out of its range is refused with its name", arguments: [-1, 10, Int.max, Int.min])
  func wrongNumber(number: Int) async throws {
    try await withLaboratory { laboratory in
      let run = Run(id: "StreamFiltering/prefix(_:)", numbers: ["count": number])
      let answer = try await laboratory.post("run", run)
      #expect(answer.status == 400)
      #expect(try answer.decoded(Refusal.self).parameter == "count")
    }
  }

  @Test("A chain is put together in order")
  func chain() async throws {
    try await withLaboratory { laboratory in
      let chain = Chain(
        timeline: "-1-2-3-|", links: [.init("filter", 1), .init("map", 5), .init("delay", 2), .init("count")])
      let picture = try await laboratory.post("chain", chain).decoded(Picture.self)
      #expect(picture.outputs[0].values == ["2 at 9"])
      #expect(picture.code.hasPrefix("upstream\n  .filter { $0 > 1 }\n  .map { $0 + 5 }\n  .delay(for: 2"))
      for part in ["let scheduler = TestScheduler()", ".expect(\"---------(2|)\")"] {
        #expect(picture.test.contains(part), "\(picture.test)")
      }
    }
  }

  @Test("Every operator of a chain works with its standard number, for a stream that fails and with a demand")
  func links() async throws {
    try await withLaboratory { laboratory in
      let catalogue = try await laboratory.get("operators").decoded(Catalogue.self)
      for link in catalogue.links {
        let chain = Chain(timeline: "-1-2-2-#", demand: "1--2", links: [.init(link.name)])
        let answer = try await laboratory.post("chain", chain)
        #expect(answer.status == 200, "\(link.name): \(answer.text)")
      }
    }
  }

  @Test("A chain that is too long, or has an unknown operator or a wrong number, is refused")
  func wrongChains() async throws {
    try await withLaboratory { laboratory in
      let tooLong = Chain(timeline: "-1-|", links: Array(repeating: .init("map", 1), count: 7))
      for chain in [tooLong, Chain(timeline: "-1-|", links: [.init("fly")])] {
        let answer = try await laboratory.post("chain", chain)
        #expect(answer.status == 400)
      }
      let answer = try await laboratory.post(
        "chain", Chain(timeline: "-1-|", links: [.init("map"), .init("retry", 6)]))
      #expect(answer.status == 400)
      #expect(try answer.decoded(Refusal.self).parameter == "1")
      let text = try await laboratory.post("chain", Chain(timeline: "-z", links: [.init("map")]))
      #expect(try text.decoded(Refusal.self).column == 2)
    }
  }

  @Test("The longest chain of the longest timelines ends")
  func muchWork() async throws {
    try await withLaboratory { laboratory in
      let timeline = String(repeating: "1", count: 39) + "#"
      let chain = Chain(timeline: timeline, links: Array(repeating: .init("retry", 5), count: 6))
      let answer = try await laboratory.post("chain", chain)
      #expect(answer.status == 200)
    }
  }

  @Test(
    "What is no request of the form expected is refused, and the server lives on",
    arguments: [
      "", "{", "[]", "\"run\"", "{\"id\": 1}", "{\"id\": \"x\", \"timelines\": {\"a\": null}}", "\u{0}\u{1}", "null",
    ])
  func malformed(body: String) async throws {
    try await withLaboratory { laboratory in
      for path in ["run", "chain"] {
        let answer = try await laboratory.post(path, Data(body.utf8))
        #expect(answer.status == 400)
        #expect(try answer.decoded(Refusal.self).error.isEmpty == false)
      }
      #expect(try await laboratory.get("operators").status == 200)
    }
  }

  @Test("JSON nested thousands of times deep is refused, and the server lives on")
  func deep() async throws {
    try await withLaboratory { laboratory in
      let body = Data(String(repeating: "[", count: 16_000).utf8)
      let answer = try await laboratory.post("run", body)
      #expect(answer.status == 400)
      #expect(try await laboratory.get("operators").status == 200)
    }
  }

  @Test("A huge body is refused, and the server lives on", arguments: [20_000, 5_000_000])
  func huge(bytes: Int) async throws {
    try await withLaboratory { laboratory in
      let answer = try await laboratory.post("run", Data(repeating: 0x20, count: bytes))
      #expect(answer.status == 413)
      #expect(try await laboratory.get("operators").status == 200)
    }
  }

  @Test("Unknown operators and paths are not found", arguments: ["StreamFiltering/fly()", "", "prefix(_:)"])
  func unknown(id: String) async throws {
    try await withLaboratory { laboratory in
      let answer = try await laboratory.post("run", Run(id: id))
      #expect(answer.status == 404)
      for path in ["Package.swift", "../Package.swift"] {
        let answer = try await laboratory.get(path)
        #expect(answer.status == 404)
      }
    }
  }

  @Test(
    "A wrong method is refused", arguments: [("GET", "run"), ("DELETE", "chain"), ("POST", ""), ("PUT", "operators")])
  func wrongMethod(method: String, path: String) async throws {
    try await withLaboratory { laboratory in
      let answer = try await laboratory.send(method, path, Data())
      #expect(answer.status == 405)
    }
  }

  @Test("Runs that are asked for at the same time do not disturb each other")
  func concurrent() async throws {
    try await withLaboratory { laboratory in
      try await withThrowingTaskGroup { group in
        for number in 1...8 {
          group.addTask {
            let run = Run(id: "StreamFiltering/prefix(_:)", numbers: ["count": number])
            let picture = try await laboratory.post("run", run).decoded(Picture.self)
            #expect(picture.outputs[0].values.count == min(number, 4))
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test("It listens on the loopback interface, and no longer when it has been stopped")
  func stops() async throws {
    let laboratory = try await Laboratory.start()
    #expect(laboratory.address.hasPrefix("http://127.0.0.1:"))
    #expect(try await laboratory.get("").status == 200)
    await laboratory.stop()
    await #expect(throws: (any Error).self) { try await laboratory.get("") }
  }
}
