import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers with the path asked for.
@Sendable
private func echo(_ request: Request) -> Answer {
  .json(request.path)
}

@Suite("dataTaskPublisher", .timeLimit(.generous))
struct DataTaskPublisherTests {
  #if !canImport(Darwin)
    @Test("The content of a URL is delivered with its response, then the finish")
    func deliversContentOfURL() async throws {
      try await withServer { server, session in
        let recorder = Recorder()
        session.dataTaskPublisher(for: try server.url("/check?id=1")).subscribe(recorder)
        #expect(await recorder.signalsUntilCompletion() == [.subscribed, .valid, .finished])
        expectEqual(server.log.value.requests.map(\.method), ["GET"])
        expectEqual(server.log.value.requests.map(\.path), ["/check?id=1"])
      }
    }

    @Test("A request is sent with its method, headers and body")
    func sendsRequest() async throws {
      try await withServer(.json("{}", status: 201)) { server, session in
        var request = URLRequest(url: try server.url("/films"))
        request.httpMethod = "POST"
        request.setValue("yes", forHTTPHeaderField: "X-Test")
        request.httpBody = Data("film".utf8)
        let recorder = Recorder()
        session.dataTaskPublisher(for: request).subscribe(recorder)
        #expect(await recorder.signalsUntilCompletion() == [.subscribed, .value(status: 201, body: "{}"), .finished])
        let seen = try #require(server.log.value.requests.first)
        expectEqual(seen.method, "POST")
        expectEqual(seen.headers["x-test"], "yes")
        expectEqual(seen.body, "film")
      }
    }

    @Test("The publisher has Combine's name, and shows its request and session")
    func showsRequestAndSession() async throws {
      let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1/")))
      let publisher = URLSession.DataTaskPublisher(request: request, session: .shared)
      expectEqual(publisher.request, request)
      expect(publisher.session === URLSession.shared)
    }
  #endif

  @Test("An HTTP error status is a value", arguments: [404, 500])
  func errorStatusIsValue(status: Int) async throws {
    try await withServer(.json("{}", status: status)) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .value(status: status, body: "{}"), .finished])
    }
  }

  @Test("A response without content is a value with empty data")
  func emptyAnswerIsValue() async throws {
    try await withServer(.json("")) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .value(status: 200, body: ""), .finished])
    }
  }

  @Test("Content of a megabyte comes as one value")
  func largeAnswerIsOneValue() async throws {
    let body = String(repeating: "0123456789abcdef", count: 1 << 16)
    try await withServer(.json(body)) { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .value(status: 200, body: body), .finished])
    }
  }

  @Test("Nothing is sent without demand, and the task starts at the first request")
  func startsOnDemand() async throws {
    try await withServer { server, session in
      let recorder = Recorder(initialDemand: .none)
      try server.publisher("/first", session: session).subscribe(recorder)
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(server.log.value.requests.map(\.path), ["/another"])
      recorder.request(.max(1))
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .valid, .finished])
      expectEqual(server.log.value.requests.map(\.path), ["/another", "/first"])
    }
  }

  @Test("Further demand starts no further task, during the first or after it")
  func startsOneTaskPerSubscription() async throws {
    try await withServer { server, session in
      let recorder = Recorder(initialDemand: .max(1), onValue: { $0.request(.max(1)) })
      try server.publisher("/first", session: session).subscribe(recorder)
      recorder.request(.unlimited)
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .valid, .finished])
      recorder.request(.unlimited)
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(server.log.value.requests.map(\.path), ["/first", "/another"])
    }
  }

  @Test("Each subscriber has its own request (rule 8)")
  func sendsOneRequestPerSubscriber() async throws {
    try await withServer { server, session in
      let publisher = try server.publisher(session: session)
      let recorders = [Recorder(), Recorder(), Recorder()]
      for recorder in recorders { publisher.subscribe(recorder) }
      for recorder in recorders {
        #expect(await recorder.signalsUntilCompletion() == [.subscribed, .valid, .finished])
      }
      expectEqual(server.log.value.requests.count, 3)
    }
  }

  @Test("The task waits until downstream has its subscription (rule 3)", .separateThread)
  func waitsForSubscriptionToBeTaken() async throws {
    try await withServer { server, session in
      let recorder = HeldRecorder()
      let publisher = try server.publisher("/first", session: session)
      let thread = JoinableThread { publisher.subscribe(recorder) }
      #expect(await recorder.signals.wait { $0 == [.subscribing] })
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(server.log.value.requests.map(\.path), ["/another"])
      recorder.mayLeave.signal()
      thread.join()
      #expect(await recorder.signals.wait { $0 == [.subscribing, .subscribed, .value, .finished] })
    }
  }

  @Test("Fifty requests at once stay within the session's number of connections")
  func keepsToConnectionLimit() async throws {
    let path = { (index: Int) in "/\(index)" }
    try await withServer(answering: echo, maxConnections: 4) { server, session in
      let recorders = (0..<50).map { _ in Recorder() }
      for (index, recorder) in recorders.enumerated() {
        try server.publisher(path(index), session: session).subscribe(recorder)
      }
      for (index, recorder) in recorders.enumerated() {
        let expected = [.subscribed, .value(status: 200, body: path(index)), Recorder.Signal.finished]
        #expect(await recorder.signalsUntilCompletion() == expected)
      }
      expectEqual(Set(server.log.value.requests.map(\.path)), Set((0..<50).map(path)))
      expectEqual(server.log.value.requests.count, 50)
      expect(server.log.value.mostOpenConnections <= 4)
    }
  }

  @Test("The subscription describes itself as DataTaskPublisher")
  func describesItself() async throws {
    try await withServer { server, session in
      let recorder = Recorder(initialDemand: .none)
      try server.publisher(session: session).subscribe(recorder)
      let subscription = try #require(recorder.attached)
      expectEqual("\(subscription)", "DataTaskPublisher")
      let playground = try #require(subscription as? any CustomPlaygroundDisplayConvertible)
      expectEqual(playground.playgroundDescription as? String, "DataTaskPublisher")
      expectEqual(Mirror(reflecting: subscription).children.map(\.label), ["state"])
      subscription.cancel()
    }
  }

  @Test("A request for no values starts no task")
  func requestForNothing() throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let publisher = Publishers.DataTaskPublisher(request: URLRequest(url: url), session: .shared)
    let recorder = publisher.record(demand: .none)
    recorder.request(.none)
    let subscription = try #require(recorder.subscription)
    expect("\(Mirror(reflecting: subscription).children.map(\.value))".contains("idle"))
    recorder.cancel()
    recorder.request(.none)
    expectEqual(recorder.events.count, 1)
  }
}

/// A subscriber that asks for values at once, and is held inside `receive(subscription:)`.
private final class HeldRecorder: Subscriber, Sendable {
  enum Signal: Equatable {
    case subscribing
    case subscribed
    case value
    case finished
  }

  let signals = Watched<[Signal]>([])
  let mayLeave = DispatchSemaphore(value: 0)

  func receive(subscription: any Subscription) {
    subscription.request(.unlimited)
    signals.update { $0.append(.subscribing) }
    mayLeave.wait()
    signals.update { $0.append(.subscribed) }
  }

  func receive(_ input: (data: Data, response: URLResponse)) -> Subscribers.Demand {
    signals.update { $0.append(.value) }
    return .none
  }

  func receive(completion: Subscribers.Completion<URLError>) {
    signals.update { $0.append(.finished) }
  }
}
