import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Redirects", .timeLimit(.generous))
struct RedirectTests {
  /// The publishers that follow redirects. A download is a transfer, as the bytes are.
  enum Kind: CaseIterable {
    case dataTask, upload, bytes

    /// Sends the request, and waits for the end.
    ///
    /// - Returns: Whether the stream has finished.
    func send(_ request: URLRequest, session: URLSession) async -> Bool {
      switch self {
      case .dataTask: await ends(Publishers.DataTaskPublisher(request: request, session: session))
      case .upload:
        await ends(Publishers.UploadTaskPublisher(request: request, body: .data(Data("ab".utf8)), session: session))
      case .bytes: await ends(session.bytesPublisher(for: request))
      }
    }

    private func ends(_ publisher: some Publisher<some Any, URLError>) async -> Bool {
      await withCheckedContinuation { continuation in
        let body: @Sendable (Subscribers.Completion<URLError>) -> Void = { completion in
          if case .finished = completion { continuation.resume(returning: true) }
          if case .failure = completion { continuation.resume(returning: false) }
        }
        publisher.subscribe(Subscribers.Sink(receiveCompletion: body, receiveValue: { _ in }))
      }
    }
  }

  private static func redirect(to url: URL) -> Answer {
    .raw("HTTP/1.1 307 There\r\nLocation: \(url)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
  }

  private func request(_ url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    for field in ["Authorization", "Cookie", "X-Own"] { request.setValue("secret", forHTTPHeaderField: field) }
    return request
  }

  @Test("Credentials, and cookies set by hand, do not go to another server", arguments: Kind.allCases)
  func anotherServer(kind: Kind) async throws {
    try await withServer { other, _ in
      let there = try other.url("/there")
      try await withServer(answering: { _ in Self.redirect(to: there) }) { server, _ in
        let configuration = URLSessionConfiguration.patient
        configuration.httpAdditionalHeaders = ["proxy-authorization": "secret", "X-Session": "all"]
        let session = URLSession(configuration: configuration)
        expect(await kind.send(request(try server.url()), session: session))
        session.finishTasksAndInvalidate()
        let (first, second) = (server.log.value.requests.first, other.log.value.requests.first)
        let fields = ["authorization", "cookie", "proxy-authorization", "x-own", "x-session"]
        expectEqual(fields.map { first?.headers[$0] }, ["secret", "secret", "secret", "secret", "all"])
        expectEqual(fields.map { second?.headers[$0] }, [nil, nil, nil, "secret", "all"])
      }
    }
  }

  @Test("They go along where the server is the same", arguments: Kind.allCases)
  func sameServer(kind: Kind) async throws {
    let here = Watched<URL?>(nil)
    try await withServer(answering: { request in
      guard request.path == "/", let url = here.value else { return .json("{}") }
      return Self.redirect(to: url)
    }) { server, session in
      here.update { $0 = try? server.url("/here") }
      expect(await kind.send(request(try server.url()), session: session))
      expectEqual(server.log.value.requests.map(\.path), ["/", "/here"])
      expectEqual(server.log.value.requests.map { $0.headers["authorization"] }, ["secret", "secret"])
    }
  }

  @Test(
    "An origin is a scheme, a host and a port",
    arguments: [
      ("http://a/x", "http://a/y", true), ("http://a", "HTTP://A:80/", true), ("https://a:443", "https://a", true),
      ("http://a", "https://a", false), ("http://a:80", "http://a:8080", false), ("http://a", "http://b.a", false),
      ("file:///a", "file:///a", false),
    ])
  func origins(first: String, second: String, isSame: Bool) throws {
    let (first, second) = (try #require(URL(string: first)), try #require(URL(string: second)))
    expectEqual(first.hasOrigin(of: second), isSame)
    expectEqual(second.hasOrigin(of: first), isSame)
  }

  #if canImport(FoundationNetworking)
    @Test("The session's delegate is asked of a redirect, with what is left of the request")
    func delegateIsAsked() async throws {
      try await withServer { other, _ in
        let there = try other.url("/there")
        try await withServer(answering: { _ in Self.redirect(to: there) }) { server, _ in
          let delegate = RedirectingDelegate()
          let session = URLSession(configuration: .patient, delegate: delegate, delegateQueue: nil)
          expect(await Kind.dataTask.send(request(try server.url()), session: session))
          session.finishTasksAndInvalidate()
          expectEqual(delegate.asked.value, [["X-Own"]])
          expectEqual(other.log.value.requests.first?.headers["x-delegate"], "yes")
        }
      }
    }

    @Test(
      "A challenge without a credential is a response without a body, also where the delegate does not answer it",
      arguments: [Kind.dataTask, .upload], [true, false])
    func challenge(kind: Kind, hasDelegate: Bool) async throws {
      let answer = Answer.raw(
        "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"sea\"\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno")
      try await withServer(answer) { server, _ in
        let session = URLSession(
          configuration: .patient, delegate: hasDelegate ? RedirectingDelegate() : nil, delegateQueue: nil)
        expect(await kind.send(request(try server.url()), session: session))
        let recorder = Recorder()
        try server.publisher(session: session).subscribe(recorder)
        #expect(await recorder.signalsUntilCompletion() == [.subscribed, .value(status: 401, body: ""), .finished])
        expect(try await session.hasNoTask())
        session.finishTasksAndInvalidate()
      }
    }
  #endif
}

#if canImport(FoundationNetworking)
  /// Adds a header field to each request that follows a redirect.
  private final class RedirectingDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    let asked = Box<[[String]]>([])

    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      var request = request
      asked.update { $0.append(request.allHTTPHeaderFields?.keys.filter { $0.hasPrefix("X-") }.sorted() ?? []) }
      request.setValue("yes", forHTTPHeaderField: "X-Delegate")
      completionHandler(request)
    }
  }
#endif
