import StreamCore
import StreamObservableProperties
import TestSupport
import Testing

@Suite("The broadcaster of a property")
struct BroadcasterPropertyTests {
  @Test("An announced value is delivered before it can be read")
  func announces() {
    let broadcaster = Broadcaster<Int, Never>("Property", current: 1)
    let recorder = RecordingSubscriber<Int, Never>()
    let read = Box<[Int]>([])
    recorder.onValue = { [weak broadcaster] _ in
      read.update { $0.append(broadcaster?.stored ?? 0) }
      return .none
    }
    broadcaster.subscribe(recorder)
    broadcaster.announce(2)
    expectEqual(recorder.values, [1, 2])
    expectEqual(read.value, [1, 1])
    expectEqual(broadcaster.stored, 2)
    expectEqual(broadcaster.current, 2)
  }

  @Test("Without a subscriber an announced value can be read at once")
  func announcesWithoutSubscribers() {
    let broadcaster = Broadcaster<Int, Never>("Property", current: 1)
    broadcaster.announce(2)
    expectEqual(broadcaster.stored, 2)
    expectEqual(broadcaster.current, 2)
  }
}
