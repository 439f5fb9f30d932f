import Foundation
import StreamCore
import StreamSharing
import StreamSubjects
import TestSupport
import Testing

/// A stream with many subscribers, behind closures.
private struct SharedCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let send: @Sendable (Int) -> Void
  let publisher: AnyPublisher<Int, Never>

  /// Whether a new subscriber gets the newest value.
  let replays: Bool

  private init<P: Publisher>(
    _ name: String, _ publisher: P, replays: Bool = false, send: @escaping @Sendable (Int) -> Void
  ) where P.Output == Int, P.Failure == Never {
    (testDescription, self.send, self.replays) = (name, send, replays)
    self.publisher = publisher.eraseToAnyPublisher()
  }

  static var all: [SharedCase] {
    let (passthrough, current) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(0))
    let (relay, holding) = (PassthroughRelay<Int>(), CurrentValueRelay(0))
    let (replay, broadcast) = (ReplaySubject<Int, Never>(maxBufferSize: 1), BroadcastSubject<Int, Never>())
    let (shared, replayed) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
    return [
      SharedCase("PassthroughSubject", passthrough) { passthrough.send($0) },
      SharedCase("CurrentValueSubject", current, replays: true) { current.send($0) },
      SharedCase("PassthroughRelay", relay) { relay.accept($0) },
      SharedCase("CurrentValueRelay", holding, replays: true) { holding.accept($0) },
      SharedCase("ReplaySubject", replay, replays: true) { replay.send($0) },
      SharedCase("BroadcastSubject", broadcast) { broadcast.send($0) },
      SharedCase("share()", shared.share()) { shared.send($0) },
      SharedCase("share(replay:)", replayed.share(replay: 1), replays: true) { replayed.send($0) },
    ]
  }

  /// Those whose own drain loop releases subscribers: a broadcast releases them in the cancel, a shared stream inside
  /// the loop of its upstream.
  static var alone: [SharedCase] {
    all.filter { !["BroadcastSubject", "share()", "share(replay:)"].contains($0.testDescription) }
  }
}

@Suite("Which thread delivers what many subscribers share")
struct SubjectThreadTests {
  @Test("A sender delivers its own values while another thread is in a cancel", arguments: SharedCase.all)
  fileprivate func waitsInDeinit(kind: SharedCase) {
    let (released, sent) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    kind.send(0)
    let delivered = Box<[(thread: ObjectIdentifier, value: Int)]>([])
    let others = kind.publisher.sink { value in
      if value > 0 { delivered.update { $0.append((ObjectIdentifier(Thread.current), value)) } }
    }
    let sender = Box<ObjectIdentifier?>(nil)
    Thread.detachNewThread {
      sender.value = ObjectIdentifier(Thread.current)
      expect(released.waitPatiently())
      for value in 1...3 { kind.send(value) }
      sent.signal()
    }
    let mine = {
      let token = AnyCancellable {
        released.signal()
        // What was sent is delivered when `send` returns, though this thread is in the middle of a cancel.
        expect(sent.waitPatiently())
      }
      return kind.publisher.sink { _ in withExtendedLifetime(token) {} }
    }()
    mine.cancel()
    expectEqual(delivered.value.map(\.value), [1, 2, 3])
    expect(delivered.value.allSatisfy { $0.thread == sender.value })
    others.cancel()
  }

  @Test(
    "A subscriber inside a delivery gets the newest value at its subscription, and what follows once",
    arguments: SharedCase.all)
  fileprivate func subscribesInDelivery(kind: SharedCase) {
    kind.send(1)
    let (inner, outer) = (Box<[AnyCancellable]>([]), Box<[Int]>([]))
    let (values, atOnce) = (Box<[Int]>([]), Box<[Int]>([]))
    let cancellable = kind.publisher.sink { value in
      outer.update { $0.append(value) }
      guard value == 2 else { return }
      let subscription = kind.publisher.sink { value in values.update { $0.append(value) } }
      inner.update { $0.append(subscription) }
      atOnce.value = values.value
      kind.send(3)
    }
    kind.send(2)
    kind.send(4)
    expectEqual(atOnce.value, kind.replays ? [2] : [])
    expectEqual(values.value, kind.replays ? [2, 3, 4] : [3, 4])
    expectEqual(outer.value.suffix(3), [2, 3, 4])
    for cancellable in inner.value { cancellable.cancel() }
    cancellable.cancel()
  }

  @Test("What a subscriber sends when it gets what is replayed comes after it, each once", arguments: SharedCase.all)
  fileprivate func sendsAtSubscription(kind: SharedCase) {
    let standing = kind.publisher.sink { _ in }
    kind.send(1)
    let values = Box<[Int]>([])
    let cancellable = kind.publisher.sink { value in
      values.update { $0.append(value) }
      if value == 1 { for next in 2...4 { kind.send(next) } }
    }
    kind.send(kind.replays ? 5 : 1)
    expectEqual(values.value, kind.replays ? [1, 2, 3, 4, 5] : [1, 2, 3, 4])
    cancellable.cancel()
    standing.cancel()
  }

  @Test(
    "A subscriber that joins and leaves inside a delivery is released when that is over", arguments: SharedCase.alone)
  fileprivate func leavesInDelivery(kind: SharedCase) {
    let (values, sent) = (Box<[Int]>([]), Box<[Int]>([]))
    let standing = kind.publisher.sink { value in
      values.update { $0.append(value) }
      guard value == 1 else { return }
      let token = AnyCancellable {
        kind.send(2)
        sent.value = values.value
      }
      kind.publisher.sink { _ in withExtendedLifetime(token) {} }.cancel()
    }
    kind.send(1)
    // No delivery runs: so what it sends then is delivered at once.
    expectEqual(sent.value.suffix(2), [1, 2])
    standing.cancel()
  }
}
