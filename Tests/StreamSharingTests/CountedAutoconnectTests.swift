import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("autoconnect(minimumSubscribers:)")
struct CountedAutoconnectTests {
  // Case XA-323
  @Test("With a minimum of two, the first subscriber waits for the second")
  func waits() {
    let upstream = ScriptedConnectable { $0.send(1) }
    let publisher = upstream.autoconnect(minimumSubscribers: 2)
    let first = publisher.record()
    expectEqual(upstream.connections, [])
    expectEqual(first.values, [])
    let second = publisher.record()
    expectEqual(upstream.connections, ["connect"])
    expectEqual([first, second].map(\.values), [[1], [1]])
  }

  @Test("One subscriber keeps the connection, and after its end as many are needed again")
  func countsAnew() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect(minimumSubscribers: 2)
    for round in 1...2 {
      let recorders = [publisher.record(), publisher.record()]
      recorders[0].cancel()
      expectEqual(upstream.connections.count, 2 * round - 1)
      recorders[1].cancel()
      expectEqual(upstream.connections.count, 2 * round)
      let waiting = publisher.record()
      waiting.cancel()
    }
    expectEqual(upstream.connections, ["connect", "disconnect", "connect", "disconnect"])
  }

  @Test("A subscriber that cancels before the minimum is reached does not count")
  func cancelsEarly() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect(minimumSubscribers: 2)
    publisher.record().cancel()
    let second = publisher.record()
    expectEqual(upstream.connections, [])
    let third = publisher.record()
    expectEqual(upstream.connections, ["connect"])
    for recorder in [second, third] { recorder.cancel() }
  }

  @Test("A minimum of zero connects at once, until the last subscriber leaves or the publisher is released")
  func zero() {
    let upstream = ScriptedConnectable()
    do {
      let publisher = upstream.autoconnect(minimumSubscribers: 0)
      expectEqual(upstream.connections, ["connect"])
      withExtendedLifetime(publisher) {}
    }
    expectEqual(upstream.connections, ["connect", "disconnect"])
    let publisher = upstream.autoconnect(minimumSubscribers: 0)
    publisher.record().cancel()
    expectEqual(upstream.connections.count, 4)
    let next = publisher.record()
    expectEqual(upstream.connections.count, 5)
    next.cancel()
  }

  @Test("A negative minimum traps")
  func badInput() async {
    await #expect(processExitsWith: .failure) {
      _ = Empty<Int, Never>().makeConnectable().autoconnect(minimumSubscribers: -1)
    }
  }

  @Test("Subscribers of many threads share one connection, which begins with the fourth and ends with the last")
  func concurrent() {
    for _ in 0..<50 {
      let upstream = ScriptedConnectable()
      let publisher = upstream.autoconnect(minimumSubscribers: 4)
      let recorders = Box<[RecordingSubscriber<Int, TestError>]>([])
      concurrently(4) { _ in
        let recorder = publisher.record()
        recorders.update { $0.append(recorder) }
      }
      expectEqual(upstream.connections, ["connect"])
      let all = recorders.value
      concurrently(4) { all[$0].cancel() }
      expectEqual(upstream.connections, ["connect", "disconnect"])
    }
  }

  @Test("Two are equal if they are the same object, and each releases downstream, however the stream ends")
  func rest() {
    let upstream = ScriptedConnectable()
    let publisher = upstream.autoconnect(minimumSubscribers: 1)
    expectEqual(publisher, publisher)
    expect(publisher != upstream.autoconnect(minimumSubscribers: 1))
    expectEqual(
      leaks { source, token in
        source.multicast { token.pass(PassthroughSubject()) }.autoconnect(minimumSubscribers: 1)
      }, [])
  }
}
