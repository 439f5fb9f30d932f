import Foundation
import MarbleLaboratory

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Starts a laboratory, and stops it afterwards.
func withLaboratory(_ body: (Laboratory) async throws -> Void) async throws {
  let laboratory = try await Laboratory.start()
  do {
    try await body(laboratory)
  } catch {
    await laboratory.stop()
    throw error
  }
  await laboratory.stop()
}

struct Answer {
  let status: Int
  let mediaType: String?
  let body: Data

  var text: String { String(decoding: body, as: UTF8.self) }

  func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: body)
  }
}

extension Laboratory {
  func get(_ path: String) async throws -> Answer {
    try await send("GET", path, nil)
  }

  func post(_ path: String, _ body: some Encodable) async throws -> Answer {
    try await send("POST", path, try JSONEncoder().encode(body))
  }

  func post(_ path: String, _ body: Data) async throws -> Answer {
    try await send("POST", path, body)
  }

  func send(_ method: String, _ path: String, _ body: Data?) async throws -> Answer {
    guard let url = URL(string: address + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    let (data, response) = try await URLSession(configuration: .ephemeral).data(for: request)
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    return Answer(status: response.statusCode, mediaType: response.mimeType, body: data)
  }
}

struct Run: Encodable {
  var id: String
  var timelines: [String: String] = [:]
  var numbers: [String: Int] = [:]
}

struct Chain: Encodable {
  struct Link: Encodable {
    var name: String
    var number: Int?

    init(_ name: String, _ number: Int? = nil) {
      self.name = name
      self.number = number
    }
  }

  var timeline: String
  var demand: String?
  var links: [Link]
}

struct Catalogue: Decodable {
  struct Timeline: Decodable {
    let name: String
    let marbles: String
  }
  struct Item: Decodable {
    let id: String
    let title: String
    let timelines: [Timeline]
    let reason: String?
  }
  struct Group: Decodable {
    let module: String
    let items: [Item]
  }
  struct Link: Decodable {
    let name: String
  }
  let groups: [Group]
  let links: [Link]
}

struct Picture: Decodable {
  struct Row: Decodable {
    struct Mark: Decodable {
      let tick: Double
      let kind: String
      let text: String
    }
    let label: String
    let marks: [Mark]

    var values: [String] { marks.filter { $0.kind == "value" }.map { "\($0.text) at \(Int($0.tick))" } }
  }
  struct Parameter: Decodable {
    let name: String
    let value: Int
    let options: [String]
  }
  let outputs: [Row]
  let demands: [Row]
  let unlimited: [Row]
  let parameters: [Parameter]
  let code: String
  let test: String
  let text: [String]
  let picture: String
}

struct Refusal: Decodable {
  let error: String
  let timeline: String?
  let parameter: String?
  let column: Int?
}
