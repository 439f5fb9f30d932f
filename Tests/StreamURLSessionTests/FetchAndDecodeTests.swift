import Foundation
import StreamCoding
import StreamCore
import StreamMapping
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("dataTaskPublisher, then decode", .timeLimit(.generous))
struct FetchAndDecodeTests {
  private struct Check: Decodable, Equatable {
    let valid: Bool
  }

  private enum Outcome: Equatable {
    case value(Check)
    case finished
    case undecodable
    case unreachable
  }

  /// Fetches a check, and waits for the end.
  private func outcomes(of answer: Answer) async throws -> [Outcome] {
    try await withServer(answer) { server, session in
      let outcomes = Watched<[Outcome]>([])
      let isOver = Watched(false)
      let cancellable = try server.publisher(session: session)
        .map(\.data)
        .decode(type: Check.self, decoder: JSONDecoder())
        .sink(
          receiveCompletion: { completion in
            outcomes.update { outcomes in
              switch completion {
              case .finished: outcomes.append(.finished)
              case .failure(is DecodingError): outcomes.append(.undecodable)
              case .failure: outcomes.append(.unreachable)
              }
            }
            isOver.update { $0 = true }
          },
          receiveValue: { check in outcomes.update { $0.append(.value(check)) } })
      #expect(await isOver.wait { $0 })
      cancellable.cancel()
      return outcomes.value
    }
  }

  @Test("A response is decoded into the wanted fields, then the stream finishes")
  func decodesAnswer() async throws {
    #expect(try await outcomes(of: .json(#"{"valid":true,"seen":3}"#)) == [.value(Check(valid: true)), .finished])
  }

  @Test("A response that is not JSON is a failure of the decoder")
  func failsToDecode() async throws {
    #expect(try await outcomes(of: .json("{")) == [.undecodable])
  }

  @Test("A connection that breaks is a URLError, behind the decoder too")
  func failsToFetch() async throws {
    #expect(try await outcomes(of: .dropped(after: #"{"valid":true}"#, of: 20)) == [.unreachable])
  }
}
