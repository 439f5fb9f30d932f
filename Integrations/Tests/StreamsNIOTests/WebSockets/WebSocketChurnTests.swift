import IntegrationTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import StreamCore
import StreamTesting
import StreamsNIO
import Testing

// In a process of its own: other tests have threads and descriptors, too.
@Suite("WebSockets that end at random moments", .generous)
struct WebSocketChurnTests {
  @Test("They leave nothing behind, and deliver one message at a time, none late and none that was not asked for")
  func leavesNothing() async {
    await #expect(processExitsWith: .success) {
      let seed = UInt64.random(in: 0...UInt64.max)
      let random = NIOLockedValueBox(SeededGenerator(seed: seed))
      let tally = Tally()
      try await Resources.expectNothingLeft {
        try await churn(random, tally)
        try await eventually("Subscribers are left, seed \(seed).") { tally.living == 0 }
      }
      #expect(tally.faults.isEmpty, "\(tally.faults), seed \(seed)")
      #expect(tally.values > 0, "seed \(seed)")
    }
  }
}

/// What ends a connection.
private enum Farewell: CaseIterable {
  case cancel, cancelTwice, close, breakOff, stopSending, stopServer
}

/// Has 24 clients of an echo end at random moments, and waits until all sockets are closed.
private func churn(_ random: NIOLockedValueBox<SeededGenerator>, _ tally: Tally) async throws {
  let server = try await WebSocketServer.bind(host: "127.0.0.1", port: 0)
  let port = server.localAddress?.port ?? 0
  let echoes = NIOLockedValueBox<[AnyCancellable]>([])
  let accepting = server.connections.record { socket in
    let echo = socket.messages.send(over: socket)
    echoes.withLockedValue { $0.append(echo) }
    return .none
  }
  // However slow the machine is, one client waits for a message, before another can break it off.
  try await talk(port, random, tally, untilMessage: true) { accepting.values.last }
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 1..<24 {
      group.addTask { try await talk(port, random, tally) { accepting.values.last } }
    }
    try await group.waitForAll()
  }
  await server.close()
  try await eventually("The server did not finish.") { accepting.isFinished }
  for socket in accepting.values { try? await socket.channel.close() }
  echoes.withLockedValue { $0 = [] }
  try await eventually("Sockets are left.") { openSockets(ofPort: port) == 0 }
}

private func talk(
  _ port: Int, _ random: NIOLockedValueBox<SeededGenerator>, _ tally: Tally, untilMessage: Bool = false,
  _ acceptedSocket: () -> WebSocketConnection?
) async throws {
  func number(_ range: ClosedRange<Int>) -> Int { random.withLockedValue { Int.random(in: range, using: &$0) } }
  // Another client may have had the server break off this one, too.
  guard let socket = try? await WebSocketConnection.connect(host: "127.0.0.1", port: port) else { return }
  let watcher = Watcher([.none, .max(1), .max(3), .unlimited][number(untilMessage ? 1...3 : 0...3)], tally)
  socket.messages.subscribe(watcher)
  let sending = (0..<number(1...200)).map { WebSocketMessage.text("\($0)") }.publisher
    .send(over: socket, window: number(1...16), closes: number(0...1) == 0)
  // Other clients and the server run meanwhile.
  for _ in 0..<number(0...300) { await Task.yield() }
  if untilMessage { try await eventually("No message came.") { tally.values > 0 } }
  switch Farewell.allCases[number(0...Farewell.allCases.count - 1)] {
  case .cancel: watcher.cancel()
  case .cancelTwice:
    async let other: Void = watcher.cancel()
    watcher.cancel()
    await other
  case .close: await socket.close()
  case .breakOff: try? await socket.channel.close()
  case .stopSending: sending.cancel()
  case .stopServer: try? await acceptedSocket()?.channel.close()
  }
  watcher.request(.unlimited)
  watcher.cancel()
  withExtendedLifetime(sending) {}
  try await socket.channel.closeFuture.get()
}

/// What the subscribers of all connections have seen.
private final class Tally: Sendable {
  private let state = NIOLockedValueBox((values: 0, living: 0, faults: [String]()))

  var values: Int { state.withLockedValue { $0.values } }

  var living: Int { state.withLockedValue { $0.living } }

  var faults: [String] { state.withLockedValue { $0.faults } }

  func add(values: Int = 0, living: Int = 0) {
    state.withLockedValue { ($0.values, $0.living) = ($0.values + values, $0.living + living) }
  }

  func add(fault: String) {
    state.withLockedValue { $0.faults.append(fault) }
  }
}

/// A subscriber that sees late signals, overlaps, and messages that were not asked for.
private final class Watcher: Subscriber, @unchecked Sendable {
  // Sendable: what changes is under the lock.

  private struct State {
    var subscription: (any Subscription)?
    var unfilled: Subscribers.Demand
    var isInside = false

    /// How many signals may still come; `nil` before the end.
    var allowed: Int?
  }

  private let state: NIOLockedValueBox<State>
  private let demand: Subscribers.Demand
  private let tally: Tally

  init(_ demand: Subscribers.Demand, _ tally: Tally) {
    (self.demand, self.tally) = (demand, tally)
    state = NIOLockedValueBox(State(unfilled: .none))
    tally.add(living: 1)
  }

  deinit {
    tally.add(living: -1)
  }

  func request(_ demand: Subscribers.Demand) {
    let subscription = state.withLockedValue { state in
      state.unfilled += demand
      return state.subscription
    }
    subscription?.request(demand)
  }

  func cancel() {
    state.withLockedValue { $0.subscription }?.cancel()
    state.withLockedValue { state in
      // One may be on its way while the cancel returns.
      state.allowed = state.allowed ?? 1
      state.subscription = nil
    }
  }

  func receive(subscription: any Subscription) {
    // Others may have requested and cancelled before it came.
    let early = state.withLockedValue { state in
      state.subscription = subscription
      return (demand: state.unfilled, isCancelled: state.allowed != nil)
    }
    if early.isCancelled { return cancel() }
    if early.demand > .none { subscription.request(early.demand) }
    if demand > .none { request(demand) }
  }

  func receive(_ input: WebSocketMessage) -> Subscribers.Demand {
    enter("A message")
    state.withLockedValue { state in
      if state.unfilled == .none {
        tally.add(fault: "A message came that was not asked for.")
      } else {
        state.unfilled -= 1
      }
    }
    tally.add(values: 1)
    leave()
    return .none
  }

  func receive(completion: Subscribers.Completion<WebSocketError>) {
    enter("The end")
    state.withLockedValue { ($0.allowed, $0.subscription) = (0, nil) }
    leave()
  }

  private func enter(_ signal: String) {
    state.withLockedValue { state in
      if state.isInside { tally.add(fault: "Signals overlapped.") }
      state.isInside = true
      guard let allowed = state.allowed else { return }
      if allowed == 0 { tally.add(fault: "\(signal) came after the end or the cancel.") }
      state.allowed = max(0, allowed - 1)
    }
  }

  private func leave() {
    state.withLockedValue { $0.isInside = false }
  }
}
