import Foundation
import StreamCore
import StreamURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A publisher whose tasks are scripted.
private final class Script: Sendable {
  let tasks = Watched<[ScriptedWebSocketTask]>([])

  var publisher: Publishers.WebSocketPublisher {
    Publishers.WebSocketPublisher { [tasks] in
      let task = ScriptedWebSocketTask()
      tasks.update { $0.append(task) }
      return task
    }
  }

  /// The task of the first subscription that connected.
  func task() throws -> ScriptedWebSocketTask { try #require(tasks.value.first) }
}

private typealias Call = ScriptedWebSocketTask.Call

@Suite("webSocketPublisher, with scripted tasks", .timeLimit(.generous))
struct WebSocketPublisherTests {
  private let script = Script()

  @Test("A request for no messages makes no task, and receives nothing")
  func requestNone() throws {
    let recorder = script.publisher.stream(demand: .none)
    recorder.request(.none)
    expect(script.tasks.value.isEmpty)
    recorder.request(.max(1))
    let task = try script.task()
    expect(task.deliver(.string("one")))
    recorder.request(.none)
    expectEqual(task.calls.value, [.resume, .receive])
    recorder.cancel()
    recorder.request(.none)
  }

  @Test("One message is received for each one requested; the task is made at the first demand")
  func backPressure() throws {
    let recorder = script.publisher.stream(demand: .none)
    expect(script.tasks.value.isEmpty)
    recorder.request(.max(2))
    let task = try script.task()
    expectEqual(task.calls.value, [.resume, .receive])
    expect(task.deliver(.string("one")))
    expectEqual(task.calls.value, [.resume, .receive, .receive])
    expect(task.deliver(.data(Data([2]))))
    expectEqual(task.calls.value, [.resume, .receive, .receive])
    expect(!task.deliver(.string("unasked")))
    expectEqual(recorder.values, [.string("one"), .data(Data([2]))])
    recorder.request(.max(1))
    expect(task.deliver(.string("three")))
    expectEqual(recorder.values.count, 3)
    expect(!recorder.record.value.hasEnded)
    recorder.cancel()
  }

  @Test("A request and a cancel from inside a delivery take effect; nothing follows the cancel")
  func insideValue() throws {
    let recorder = script.publisher.stream(demand: .max(1)) { message, recorder in
      if message == .string("one") { recorder.request(.max(1)) }
      if message == .string("two") { recorder.cancel() }
      return .max(1)
    }
    let task = try script.task()
    expect(task.deliver(.string("one")))
    expect(task.deliver(.string("two")))
    expect(!task.deliver(.string("three")))
    expectEqual(task.calls.value, [.resume, .receive, .receive, .cancel(.goingAway, reason: nil)])
    expect(!recorder.record.value.hasEnded)
    expectEqual(recorder.record.value.overlaps, 0)
  }

  @Test("Each subscription has its own task; a send goes to all of them, and ends when all have sent it")
  func severalSubscriptions() throws {
    let socket = script.publisher
    let recorders = [socket.stream(), socket.stream()]
    let tasks = script.tasks.value
    expectEqual(tasks.count, 2)
    let ends = Watched<[Result<Void, URLError>]>([])
    socket.send(.string("hello")) { end in ends.update { $0.append(end) } }
    for task in tasks { expectEqual(task.calls.value, [.resume, .receive, .send(.string("hello"))]) }
    expect(tasks[0].endSend(URLError(.timedOut)))
    expect(ends.value.isEmpty)
    expect(tasks[1].endSend())
    expectEqual(ends.value.count, 1)
    #expect(throws: URLError(.timedOut)) { try ends.value.first?.get() }
    for recorder in recorders { recorder.cancel() }
  }

  @Test("A message sent before any demand connects, and goes first")
  func sendConnects() async throws {
    let socket = script.publisher
    let recorder = socket.stream(demand: .none)
    async let sent: Void = socket.send(.string("hello"))
    #expect(await script.tasks.wait { !$0.isEmpty })
    let task = try script.task()
    #expect(await task.calls.wait { $0 == [.resume, .send(.string("hello"))] })
    task.endSend()
    try await sent
    async let pong: Void = socket.sendPing()
    #expect(await task.calls.wait { $0.last == .ping })
    task.endSend()
    try await pong
    recorder.request(.max(1))
    expectEqual(task.calls.value.last, .receive)
    recorder.cancel()
  }

  @Test("A send without a subscription, or after its end, fails once with a lost connection")
  func sendWithoutConnection() async throws {
    let socket = script.publisher
    await #expect(throws: URLError(.networkConnectionLost)) { try await socket.send(.string("late")) }
    let recorder = socket.stream()
    let task = try script.task()
    let ends = Watched<[URLError.Code?]>([])
    let note: @Sendable (Result<Void, URLError>) -> Void = { end in
      ends.update { ends in
        if case .failure(let error) = end { ends.append(error.code) } else { ends.append(nil) }
      }
    }
    socket.send(.string("on its way"), completionHandler: note)
    recorder.cancel()
    expectEqual(ends.value, [.cancelled])
    expect(task.endSend())
    socket.sendPing(pongReceiveHandler: note)
    expectEqual(ends.value, [.cancelled, .networkConnectionLost])
  }

  @Test(
    "A server that closes normally finishes the stream",
    arguments: [URLSessionWebSocketTask.CloseCode.normalClosure, .goingAway, .noStatusReceived])
  func regularClose(code: URLSessionWebSocketTask.CloseCode) throws {
    let recorder = script.publisher.stream()
    #expect(try script.task().close(code))
    expect(recorder.record.value.isFinished)
  }

  @Test("A server that closes otherwise fails the stream, with the code and the reason")
  func irregularClose() throws {
    let recorder = script.publisher.stream()
    #expect(try script.task().close(.policyViolation, reason: Data("no".utf8)))
    let failure = try #require(recorder.record.value.failure)
    expectEqual(failure.code, .networkConnectionLost)
    expectEqual(failure.webSocketClosure, WebSocketClosure(code: .policyViolation, reason: Data("no".utf8)))
  }

  @Test("A lost connection fails the stream and pending sends, with the error of the task")
  func lostConnection() throws {
    let socket = script.publisher
    let recorder = socket.stream()
    let sent = Watched<Result<Void, URLError>?>(nil)
    socket.send(.string("hello")) { end in sent.update { $0 = end } }
    let task = try script.task()
    expect(task.fail(URLError(.networkConnectionLost), taskError: URLError(.timedOut)))
    expectEqual(recorder.record.value.failure, URLError(.timedOut))
    expect(recorder.record.value.failure?.webSocketClosure == nil)
    #expect(throws: URLError(.timedOut)) { try sent.value?.get() }
    #expect(throws: URLError(.timedOut)) { try #require(sent.value).get() }
    expectEqual(task.calls.value.last, .cancel(.goingAway, reason: nil))
  }

  @Test("A subscription after a failure connects anew, and sends go there")
  func connectsAnew() throws {
    let socket = script.publisher
    let failed = socket.stream()
    #expect(try script.task().fail(URLError(.timedOut)))
    expectEqual(failed.record.value.failure, URLError(.timedOut))
    let recorder = socket.stream()
    expectEqual(script.tasks.value.count, 2)
    socket.send(.string("again")) { _ in }
    #expect(try !script.task().calls.value.contains(.send(.string("again"))))
    expectEqual(script.tasks.value.last?.calls.value, [.resume, .receive, .send(.string("again"))])
    recorder.cancel()
  }

  @Test("Any other error becomes the underlying error of URLError.unknown")
  func otherError() throws {
    let recorder = script.publisher.stream()
    #expect(try script.task().fail(TestError("broken")))
    let failure = try #require(recorder.record.value.failure)
    expectEqual(failure.code, .unknown)
    expectEqual(failure.userInfo[NSUnderlyingErrorKey] as? TestError, TestError("broken"))
  }

  @Test("A close of the client sends its code and reason, and finishes once, without demand")
  func close() throws {
    let socket = script.publisher
    let recorder = socket.stream(demand: .max(1))
    let task = try script.task()
    expect(task.deliver(.string("one")))
    socket.close(code: .internalServerError, reason: Data("done".utf8))
    expect(recorder.record.value.isFinished)
    socket.close()
    expectEqual(task.calls.value, [.resume, .receive, .cancel(.internalServerError, reason: Data("done".utf8))])
  }

  @Test("A close from inside a delivery finishes after it; one before any demand makes no task")
  func closeElsewhere() throws {
    let socket = script.publisher
    let recorder = socket.stream { _, _ in
      socket.close()
      return .none
    }
    let task = try script.task()
    expect(task.deliver(.string("one")))
    expect(recorder.record.value.isFinished)
    expectEqual(recorder.record.value.overlaps, 0)
    expectEqual(task.calls.value, [.resume, .receive, .cancel(.normalClosure, reason: nil)])
    let idle = socket.stream(demand: .none)
    socket.close()
    expect(idle.record.value.isFinished)
    expectEqual(script.tasks.value.count, 1)
  }

  @Test("A cancel closes with the code goingAway, once, and releases the subscriber")
  func cancelReleases() throws {
    let released = Box(0)
    var subscription: (any Subscription)?
    do {
      let recorder = StreamRecorder<WebSocketMessage, URLError>(onRelease: { released.update { $0 += 1 } })
      script.publisher.subscribe(recorder)
      subscription = recorder.attached
      recorder.cancel()
      recorder.cancel()
      recorder.request(.max(1))
    }
    expectEqual(released.value, 1)
    #expect(try script.task().calls.value == [.resume, .receive, .cancel(.goingAway, reason: nil)])
    #expect(try script.task().deliver(.string("late")))
    withExtendedLifetime(subscription) {}
  }

  @Test(
    "The closure that makes the task is released once it is made, and at an end before that", arguments: [true, false])
  func releasesMaker(connects: Bool) throws {
    weak var token: Token?
    let recorder: StreamRecorder<WebSocketMessage, URLError>
    do {
      let newToken = Token()
      token = newToken
      let socket = Publishers.WebSocketPublisher { newToken.pass(ScriptedWebSocketTask()) }
      recorder = socket.stream(demand: connects ? .unlimited : .none)
    }
    expectEqual((token == nil), connects)
    recorder.cancel()
    expect(token == nil)
    withExtendedLifetime(recorder.attached) {}
  }

  @Test("A subscription released while no message is awaited closes the connection")
  func letGo() throws {
    let socket = script.publisher
    let values = Box<[WebSocketMessage]>([])
    socket.subscribe(
      AnySubscriber(
        receiveSubscription: { $0.request(.max(1)) },
        receiveValue: { value in
          values.update { $0.append(value) }
          return .none
        },
        receiveCompletion: { _ in Issue.record("It has not been ended.") }))
    let task = try script.task()
    expectEqual(task.calls.value, [.resume, .receive])
    expect(task.deliver(.string("one")))
    expectEqual(values.value, [.string("one")])
    expectEqual(task.calls.value, [.resume, .receive, .cancel(.goingAway, reason: nil)])
  }

  @Test("A sender requests one message at a time, when the one before has been sent")
  func sender() throws {
    let socket = script.publisher
    let recorder = socket.stream()
    let task = try script.task()
    let source = ScriptedPublisher<WebSocketMessage, Never>()
    source.subscribe(socket.sender())
    expectEqual(source.send(.string("one")), .none)
    expectEqual(source.requests, [.demand(.max(1))])
    expect(task.endSend())
    expectEqual(source.requests, [.demand(.max(1)), .demand(.max(1))])
    source.send(.string("two"))
    expectEqual(task.calls.value, [.resume, .receive, .send(.string("one")), .send(.string("two"))])
    source.send(completion: .finished)
    expect(task.endSend())
    expectEqual(source.requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(source.livingSubscriptionCount, 0)
    expect(!recorder.record.value.hasEnded)
    recorder.cancel()
  }

  @Test(
    "A sender whose message fails cancels its upstream and reports the error, once; after a cancel it sends no more")
  func senderEnds() throws {
    let socket = script.publisher
    let recorder = socket.stream()
    let task = try script.task()
    let errors = Box<[URLError]>([])
    let failing = PassthroughSubject<WebSocketMessage, Never>()
    failing.subscribe(socket.sender { error in errors.update { $0.append(error) } })
    failing.send(.string("one"))
    expect(task.endSend(URLError(.timedOut)))
    failing.send(.string("two"))
    expectEqual(errors.value, [URLError(.timedOut)])
    let cancelled = PassthroughSubject<WebSocketMessage, Never>()
    let sender = socket.sender()
    cancelled.subscribe(sender)
    sender.cancel()
    cancelled.send(.string("three"))
    expectEqual(task.calls.value, [.resume, .receive, .send(.string("one"))])
    recorder.cancel()
  }

  @Test("A sender sends no message that arrives during its cancel or after the end")
  func senderSendsNothingLate() throws {
    let socket = script.publisher
    let recorder = socket.stream()
    let task = try script.task()
    let sender = socket.sender()
    sender.receive(
      subscription: ScriptedSubscription(onCancel: { _ = sender.receive(.string("while it is cancelled")) }))
    sender.cancel()
    let ended = socket.sender()
    ended.receive(subscription: Subscriptions.empty)
    ended.receive(completion: .finished)
    _ = ended.receive(.string("after the end"))
    expectEqual(task.calls.value, [.resume, .receive])
    recorder.cancel()
  }

  @Test(
    "Requests, sends and a cancel of several threads leave each send reported once, and a closed task (rule 5)")
  func races() {
    let sockets = (0..<200).map { _ in (script: Script(), ends: Box(0)) }
    let pairs = sockets.map { ($0.script, $0.script.publisher, $0.ends) }
    let recorders = pairs.map { $0.1.stream(demand: .none) }
    race(over: Array(zip(pairs, recorders))) { pair, recorder in
      recorder.request(.max(2))
      for number in 0..<3 { pair.1.send(.string("\(number)")) { _ in pair.2.update { $0 += 1 } } }
    } against: { pair, recorder in
      pair.1.send(.string("other")) { _ in pair.2.update { $0 += 1 } }
      recorder.cancel()
    }
    for (pair, recorder) in zip(pairs, recorders) {
      expectEqual(pair.2.value, 4)
      expect(!recorder.record.value.hasEnded)
      expect(pair.0.tasks.value.count <= 1)
      for task in pair.0.tasks.value {
        expectEqual(task.calls.value.filter { $0 == .cancel(.goingAway, reason: nil) }.count, 1)
      }
    }
  }
}
