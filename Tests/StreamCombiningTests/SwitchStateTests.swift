import StreamCore
import TestSupport
import Testing

@testable import StreamCombining

@Suite("SwitchState")
struct SwitchStateTests {
  private typealias State = SwitchCore<RecordingSubscriber<Int, TestError>>.State

  private let source = ScriptedPublisher<Int, TestError>()
  private let recorder: RecordingSubscriber<Int, TestError>
  private let subscription: SubscriptionObject
  private var state = State()

  init() {
    recorder = source.record(demand: .none)
    subscription = object(of: recorder.subscription ?? Subscriptions.empty)
    _ = state.outer.attach(subscription)
  }

  /// Makes way for a publisher that has sent its subscription.
  private mutating func beginTurn() {
    _ = state.beginTurn()
    state.isAwaitingInner = false
    state.inner = subscription
  }

  private func value(_ step: State.Step) -> Int? {
    if case .value(let value) = step { value } else { nil }
  }

  private func isNothing(_ step: State.Step) -> Bool {
    if case .nothing = step { true } else { false }
  }

  @Test("A new turn replaces the publisher of the one before, and there is no turn without an upstream")
  mutating func turns() {
    beginTurn()
    #expect(state.turn == 1)
    _ = state.add(.max(2))
    #expect(state.offer(1, turn: 1) == true)
    #expect(state.offer(2, turn: 1) == false)
    let (turn, previous, dropped) = state.beginTurn()
    #expect(turn == 2)
    #expect(previous === subscription)
    #expect(dropped.count == 1)
    #expect(state.buffer.isEmpty)
    #expect(state.inner == nil)
    #expect(state.isAwaitingInner)

    var ended = state
    _ = ended.outer.terminate()
    #expect(ended.beginTurn().0 == nil)
    #expect(ended.turn == 2)
  }

  @Test("A value counts if it is from the latest publisher, which has begun, and within its demand")
  mutating func offers() {
    _ = state.add(.max(1))
    _ = state.beginTurn()
    #expect(state.offer(0, turn: 1) == false)
    state.inner = subscription
    #expect(state.offer(0, turn: 2) == false)
    #expect(state.offer(1, turn: 1) == true)
    #expect(state.demand == .none)
    #expect(state.offer(2, turn: 1) == false)
    #expect(state.buffer.isEmpty)
  }

  @Test("Values sent during a delivery wait, within the demand, and each one uses up one of it")
  mutating func buffers() {
    beginTurn()
    _ = state.add(.max(3))
    #expect(state.offer(1, turn: 1) == true)
    for number in 2...4 { #expect(state.offer(number, turn: 1) == false) }
    #expect(state.buffer.count == 2)
    var returned = Subscribers.Demand.none
    #expect(value(state.next(adding: .none, returningTo: 1, &returned).0) == 2)
    #expect(state.demand == .max(1))
    #expect(value(state.next(adding: .none, returningTo: 1, &returned).0) == 3)
    #expect(state.isDelivering)
    #expect(isNothing(state.next(adding: .none, returningTo: 1, &returned).0))
    #expect(!state.isDelivering)
    #expect(returned == .none)
  }

  @Test("Returned demand goes back to the publisher of the value, or is requested of the latest")
  mutating func returns() {
    beginTurn()
    _ = state.add(.max(1))
    _ = state.offer(1, turn: 1)
    var returned = Subscribers.Demand.none
    #expect(state.next(adding: .max(2), returningTo: 1, &returned).inner == nil)
    #expect(returned == .max(2))
    #expect(state.demand == .max(2))
    #expect(state.next(adding: .max(3), returningTo: 0, &returned).inner === subscription)
    #expect(state.next(adding: .none, returningTo: 0, &returned).inner == nil)
    #expect(returned == .max(2))
  }

  @Test("The stream finishes once, when upstream, the latest publisher and the delivery have ended")
  mutating func finishes() {
    #expect(state.finishes() == false)
    beginTurn()
    _ = state.outer.terminate()
    #expect(state.finishes() == false)
    state.inner = nil
    state.isAwaitingInner = true
    #expect(state.finishes() == false)
    state.isAwaitingInner = false
    state.isDelivering = true
    #expect(state.finishes() == false)
    state.isDelivering = false
    #expect(state.finishes() == true)
    #expect(state.finishes() == false)
  }

  @Test("When the stream ends during a delivery, its failure, if there is one, is the last signal")
  mutating func endsDuringDelivery() {
    beginTurn()
    _ = state.add(.max(2))
    _ = state.offer(1, turn: 1)
    _ = state.offer(2, turn: 1)
    var cancelled = state
    let released = cancelled.end()
    #expect(released.upstreams.compactMap { $0 }.count == 2)
    #expect(released.buffer.count == 1)
    #expect(cancelled.buffer.isEmpty)
    #expect(cancelled.inner == nil)
    #expect(!cancelled.isAwaitingInner)
    var returned = Subscribers.Demand.none
    #expect(isNothing(cancelled.next(adding: .max(1), returningTo: 1, &returned).0))
    #expect(!cancelled.isDelivering)

    state.completion = .failure(TestError())
    _ = state.end()
    guard case .completion(.failure(TestError())) = state.next(adding: .none, returningTo: 1, &returned).0 else {
      Issue.record("The failure is not told.")
      return
    }
    #expect(isNothing(state.next(adding: .none, returningTo: 1, &returned).0))
  }

  @Test("A turn whose publisher has not begun can end at once")
  mutating func endsBeforeBegin() {
    _ = state.beginTurn()
    _ = state.end()
    #expect(!state.isAwaitingInner)
  }
}
