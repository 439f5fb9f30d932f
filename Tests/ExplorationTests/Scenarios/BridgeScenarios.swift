#if Explore
  import Foundation
  import StreamTesting
  import Streams
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// Bridges whose state is the toolkit's own.
  @Suite("Explored: bridges")
  struct BridgeScenarios {
    @Test("A key path's publisher delivers no older value after a newer one, and the newest last")
    func keyPath() {
      exploring("publisher(for:)") { scenario in
        let model = Model()
        let recorder = scenario.recorder(of: Int.self)
        scenario.thread("subscriber") { model.publisher(for: \.count).subscribe(recorder) }
        scenario.thread("sender") { for value in 1...2 { model.count = value } }
        scenario.thread("requester") { recorder.request(.max(1)) }
        scenario.atEnd {
          let values = recorder.values
          scenario.check(values == values.sorted(), "\(values) goes back.")
          scenario.check(values.last == 2, "\(values) does not end with the newest.")
          recorder.cancel()
        }
      }
    }

    @Test("changes(of:) that two threads cancel releases everything it retained")
    func changesCancelled() {
      exploring("changes(of:), cancelled twice") { scenario in
        let model = Model()
        let token = scenario.token("A closure of the pipeline")
        let recorder = scenario.recorder(of: Int.self) { _, recorder in
          if recorder.values.count == 2 { recorder.cancel() }
          return .none
        }
        model.changes(of: \.count, options: [.old, .new]).map { token.pass($0.newValue ?? 0) }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(model)
        scenario.thread("sender") { for value in 1...3 { model.count = value } }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2, 3]) }
      }
    }

    @Test("Threads that ask an object for its publishers get the same ones")
    func objectWillChange() {
      exploring("objectWillChange, asked for by two threads") { scenario in
        let model = Model()
        let recorders = (1...2).map { scenario.recorder("recorder \($0)", of: Int.self) }
        for (index, recorder) in recorders.enumerated() {
          scenario.thread("subscriber \(index + 1)") {
            model.objectWillChange.map { _ in 1 }.subscribe(recorder)
          }
        }
        scenario.atEnd {
          model.count = 1
          for recorder in recorders {
            scenario.check(!recorder.values.isEmpty, "A subscriber has not heard of the change.")
            recorder.cancel()
          }
        }
      }
    }

    @Test("A property set by two threads ends with the value that its publisher delivers last")
    func published() {
      exploring("@Published, set by two threads") { scenario in
        let model = Model()
        let recorder = scenario.recorder(of: Int.self)
        model.$count.watched(in: scenario, keeping: recorder, model).subscribe(recorder)
        scenario.thread("setter") { for value in 1...2 { model.count = value } }
        scenario.thread("other setter") { for value in 101...102 { model.count = value } }
        scenario.atEnd {
          scenario.expect(recorder.values.filter { $0 > 100 }, [101, 102])
          scenario.expect(recorder.values.filter { (1...99).contains($0) }, [1, 2])
          scenario.check(recorder.values.last == model.count, "\(recorder.values) ends otherwise than \(model.count).")
          recorder.cancel()
        }
      }
    }

    @Test("Notifications that two threads cancel are no longer delivered, and release everything they retained")
    func notifications() {
      exploring("NotificationCenter.publisher(for:), cancelled twice") { scenario in
        let center = NotificationCenter()
        let name = Notification.Name("explored")
        let token = scenario.token("A closure of the pipeline")
        let recorder = scenario.recorder(of: Int.self) { _, recorder in
          if recorder.values.count == 2 { recorder.cancel() }
          return .none
        }
        center.publisher(for: name).map { token.pass($0.userInfo?["number"] as? Int ?? 0) }.subscribe(recorder)
        scenario.keep(recorder)
        scenario.keep(center)
        scenario.thread("sender") {
          for value in 1...4 { center.post(name: name, object: nil, userInfo: ["number": value]) }
        }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd { scenario.expectOrder(recorder.values, of: [1, 2, 3, 4]) }
      }
    }
  }

  @Suite("Explored: WebSockets")
  struct WebSocketScenarios {
    @Test(
      "Every message sent over a WebSocket is reported once and in order, whichever thread closes and cancels")
    func webSocket() {
      exploring("webSocketPublisher, sent to, closed and cancelled") { scenario in
        let network = Network()
        let token = scenario.token("What makes the task")
        let socket = Publishers.WebSocketPublisher { token.pass(network) }
        let (begun, ended) = (Held(0), Held(0))
        let recorder = scenario.recorder(of: WebSocketMessage.self, failing: URLError.self, demand: .max(1)) { _, _ in
          .max(1)
        }
        scenario.keep(recorder)
        scenario.thread("subscriber") {
          socket.subscribe(recorder)
          recorder.request(.max(1))
        }
        scenario.thread("sender") {
          begun.value += 2
          socket.send(.string("hello")) { _ in ended.value += 1 }
          socket.sendPing { _ in ended.value += 1 }
        }
        scenario.thread("network") { for number in 1...3 { network.goOn("\(number)") } }
        scenario.thread("closer") { socket.close() }
        scenario.thread("canceller") { recorder.cancel() }
        scenario.atEnd {
          recorder.cancel()
          scenario.check(begun.value == ended.value, "\(ended.value) of \(begun.value) operations are told of.")
          scenario.expectOrder(
            recorder.values.map { "\($0)" }, of: (1...3).map { "\(WebSocketMessage.string("\($0)"))" })
          network.end()
        }
      }
    }
  }

  /// A connection whose other side is a thread of the scenario.
  // Sendable: reached by the thread whose turn it is.
  private final class Network: WebSocketTask, @unchecked Sendable {
    private var receivers: [@Sendable (Result<WebSocketMessage, any Error>) -> Void] = []
    private var senders: [@Sendable ((any Error)?) -> Void] = []

    var closure: WebSocketClosure? { nil }
    var error: (any Error)? { nil }

    /// Delivers a message, if one is waited for, and says of one operation that it is done.
    func goOn(_ text: String) {
      if !senders.isEmpty { senders.removeFirst()(nil) }
      if !receivers.isEmpty { receivers.removeFirst()(.success(.string(text))) }
    }

    func end() { (receivers, senders) = ([], []) }

    func resume() {}
    func receive(_ handler: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
      receivers.append(handler)
    }
    func send(_ message: WebSocketMessage, _ handler: @escaping @Sendable ((any Error)?) -> Void) {
      senders.append(handler)
    }
    func sendPing(_ handler: @escaping @Sendable ((any Error)?) -> Void) { senders.append(handler) }
    func cancel(with code: URLSessionWebSocketTask.CloseCode, reason: Data?) {}
  }

  // Sendable: its property is reached by the thread whose turn it is.
  private final class Model: ObservableObject, KeyPathObservable, @unchecked Sendable {
    @Published var count = 0
  }
#endif
