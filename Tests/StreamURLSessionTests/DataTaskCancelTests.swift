import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers at once, but for paths that begin with "/held".
@Sendable
private func holdingSome(_ request: Request) -> Answer {
  let answer = Answer.json(#"{"valid":true}"#)
  return request.path.hasPrefix("/held") ? answer.held : answer
}

@Suite("dataTaskPublisher: cancel", .timeLimit(.generous))
struct DataTaskCancelTests {
  @Test("A cancel before the response cancels the task, and nothing is delivered")
  func cancelsTask() async throws {
    try await withServer(answering: holdingSome) { server, session in
      let recorder = Recorder()
      try server.publisher("/held", session: session).subscribe(recorder)
      #expect(await server.log.wait { $0.requests.count == 1 })
      recorder.cancel()
      #expect(await server.log.wait { $0.departures == 1 })
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(recorder.signals.value, [.subscribed])
    }
  }

  @Test("A cancel right after the subscription leaves no value, no completion and no task")
  func cancelsAtOnce() async throws {
    try await withServer(answering: holdingSome) { server, session in
      for _ in 0..<20 {
        let recorder = Recorder()
        try server.publisher("/held", session: session).subscribe(recorder)
        recorder.cancel()
        recorder.cancel()
        #expect(try await server.exchangeAnother(session: session).last == .finished)
        expectEqual(recorder.signals.value, [.subscribed])
      }
      #expect(await server.log.wait { $0.openConnections == 0 })
    }
  }

  @Test("Releasing what sink returns cancels the task")
  func releaseOfCancellableCancelsTask() async throws {
    try await withServer(answering: holdingSome) { server, session in
      let values = Watched(0)
      var cancellable: AnyCancellable? = try server.publisher("/held", session: session).sink(
        receiveCompletion: { _ in values.update { $0 += 1 } }, receiveValue: { _ in values.update { $0 += 1 } })
      #expect(await server.log.wait { $0.requests.count == 1 })
      withExtendedLifetime(cancellable) {}
      cancellable = nil
      #expect(await server.log.wait { $0.departures == 1 })
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(values.value, 0)
    }
  }

  @Test("After a cancel from inside the delivery no completion arrives (rule 5)")
  func cancelInsideValue() async throws {
    try await withServer { server, session in
      let recorder = Recorder(onValue: { $0.cancel() })
      try server.publisher(session: session).subscribe(recorder)
      #expect(await recorder.signals.wait { $0.count == 2 })
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(recorder.signals.value, [.subscribed, .valid])
    }
  }

  @Test("A subscription cancelled before any demand starts no task")
  func cancelBeforeDemand() async throws {
    try await withServer { server, session in
      let recorder = Recorder(initialDemand: .none)
      try server.publisher("/first", session: session).subscribe(recorder)
      recorder.cancel()
      recorder.request(.unlimited)
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(recorder.signals.value, [.subscribed])
      expectEqual(server.log.value.requests.map(\.path), ["/another"])
    }
  }

  @Test("A cancel after the end has no effect")
  func cancelAfterCompletion() async throws {
    try await withServer { server, session in
      let recorder = Recorder()
      try server.publisher(session: session).subscribe(recorder)
      #expect(await recorder.signalsUntilCompletion() == [.subscribed, .valid, .finished])
      recorder.cancel()
      expectEqual(recorder.signals.value, [.subscribed, .valid, .finished])
    }
  }

  @Test("A cancel does not affect other subscriptions of the publisher")
  func cancelsOneSubscription() async throws {
    try await withServer(answering: holdingSome) { server, session in
      let publisher = try server.publisher("/held", session: session)
      let (cancelled, kept) = (Recorder(), Recorder())
      publisher.subscribe(cancelled)
      publisher.subscribe(kept)
      #expect(await server.log.wait { $0.requests.count == 2 })
      cancelled.cancel()
      #expect(await server.log.wait { $0.departures == 1 })
      server.release()
      #expect(await kept.signalsUntilCompletion() == [.subscribed, .valid, .finished])
      expectEqual(cancelled.signals.value, [.subscribed])
    }
  }

  @Test("A cancel that races the response leaves a prefix of the signals (rule 5)")
  func cancelRacesAnswer() async throws {
    try await withServer { server, session in
      for round in 0..<200 {
        let recorder = Recorder()
        try server.publisher(session: session).subscribe(recorder)
        // Once the request has come, the answer is under way: half of the rounds end before it, some within.
        if round % 2 == 0 { _ = await server.log.wait { $0.requests.count > round / 2 } }
        recorder.cancel()
        expect(
          [[.subscribed], [.subscribed, .valid], [.subscribed, .valid, .finished]].contains(recorder.signals.value))
      }
    }
  }

  @Test("A cancel that races the first request leaves all signals or none, and no task behind (rule 5)")
  func cancelRacesRequest() async throws {
    try await withServer { server, session in
      for _ in 0..<200 {
        let recorder = Recorder(initialDemand: .none)
        try server.publisher(session: session).subscribe(recorder)
        concurrently(2) { $0 == 0 ? recorder.request(.unlimited) : recorder.cancel() }
      }
    }
  }

  @Test("A cancel while the response waits for the delegate queue delivers nothing", .separateThread)
  func cancelWhileAnswerWaits() async throws {
    try await withServer { server, session in
      let isInside = Watched(false)
      let mayLeave = DispatchSemaphore(value: 0)
      let busy = Recorder(onValue: { _ in
        isInside.update { $0 = true }
        mayLeave.wait()
      })
      try server.publisher("/busy", session: session).subscribe(busy)
      #expect(await isInside.wait { $0 })
      let recorder = Recorder()
      try server.publisher("/waiting", session: session).subscribe(recorder)
      #expect(await server.log.wait { $0.requests.count == 2 && $0.openConnections == 0 })
      recorder.cancel()
      mayLeave.signal()
      #expect(await busy.signalsUntilCompletion() == [.subscribed, .valid, .finished])
      #expect(try await server.exchangeAnother(session: session).last == .finished)
      expectEqual(recorder.signals.value, [.subscribed])
    }
  }
}
