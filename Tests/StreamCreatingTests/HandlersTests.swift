import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("handlers")
struct HandlersTests {
  /// An object with callbacks.
  private final class Bell: Sendable {
    let callbacks = Box<[Int: @Sendable (String) -> Void]>([:])
    let removed = Box<[Int]>([])

    /// What it rings when a callback is added.
    let greeting: String?

    init(greeting: String? = nil) {
      self.greeting = greeting
    }

    func ring(_ text: String) {
      for callback in callbacks.value.values { callback(text) }
    }

    var publisher: Publishers.Create<String, Never> {
      Publishers.handlers { callback in
        if let greeting = self.greeting { callback(greeting) }
        return self.callbacks.update { callbacks in
          callbacks[callbacks.count] = callback
          return callbacks.count - 1
        }
      } remove: { token in
        self.removed.update { $0.append(token) }
      }
    }
  }

  // Case XA-036.
  @Test("Delivers what the callback is given, until a cancel, which removes it once")
  func delivers() {
    let bell = Bell()
    let recorder = bell.publisher.record()
    bell.ring("a")
    bell.ring("b")
    expectEqual(bell.removed.value, [])
    recorder.cancel()
    recorder.cancel()
    expectEqual(bell.removed.value, [0])
    expectEqual(recorder.events, [.subscription("Create"), .value("a"), .value("b")])
  }

  // Case XA-037.
  @Test("A callback while it is being added is delivered, or queued for demand")
  func callbackInAdd() {
    let bell = Bell(greeting: "hello")
    expectEqual(bell.publisher.record().values, ["hello"])
    let recorder = bell.publisher.record(demand: .max(1))
    bell.ring("b")
    expectEqual(recorder.values, ["hello"])
    recorder.request(.max(1))
    expectEqual(recorder.values, ["hello", "b"])
  }

  // Case XA-038.
  @Test("A callback after the cancel does nothing")
  func callbackAfterCancel() {
    let bell = Bell()
    let recorder = bell.publisher.record()
    recorder.cancel()
    bell.ring("late")
    expectEqual(recorder.values, [])
  }

  @Test("The callback is added at the first demand; a cancel before leaves nothing to remove")
  func addsAtDemand() {
    let bell = Bell()
    let recorder = bell.publisher.record(demand: .none)
    expect(bell.callbacks.value.isEmpty)
    recorder.cancel()
    recorder.request(.max(1))
    expect(bell.callbacks.value.isEmpty && bell.removed.value.isEmpty)
  }

  @Test("A cancel inside the addition removes the callback after it")
  func cancelInAdd() {
    let log = Box<[String]>([])
    let recorder = RecordingSubscriber<Int, Never>()
    Publishers.handlers { [unowned recorder] (callback: @escaping @Sendable (Int) -> Void) -> Int in
      recorder.cancel()
      callback(1)
      log.update { $0.append("added") }
      return 7
    } remove: { token in
      log.update { $0.append("removed \(token)") }
    }.subscribe(recorder)
    expectEqual(log.value, ["added", "removed 7"])
    expectEqual(recorder.values, [])
  }

  @Test(
    "A cancel, and the release of a cancellable, release the closures, the token and downstream, the callback being kept"
  )
  func release() {
    for isDropped in [false, true] {
      let callbacks = Box<[@Sendable (Int) -> Void]>([])
      weak var closure: Token?
      weak var handle: Token?
      weak var downstream: RecordingSubscriber<Int, Never>?
      var subscription: (any Subscription)?
      var cancellable: AnyCancellable?
      do {
        let (newClosure, newHandle) = (Token(), Token())
        (closure, handle) = (newClosure, newHandle)
        let publisher = Publishers.handlers { (callback: @escaping @Sendable (Int) -> Void) -> Token in
          callbacks.update { $0.append(newClosure.pass(callback)) }
          return newHandle
        } remove: { _ in
          _ = newClosure.pass(1)
        }
        if isDropped {
          cancellable = publisher.sink { _ = newClosure.pass($0) }
        } else {
          let recorder = publisher.record()
          (downstream, subscription) = (recorder, recorder.subscription)
        }
      }
      callbacks.value[0](1)
      expect(closure != nil && handle != nil)
      subscription?.cancel()
      cancellable = nil
      callbacks.value[0](2)
      expect(closure == nil && handle == nil && downstream == nil)
      withExtendedLifetime((subscription, cancellable, callbacks)) {}
    }
  }

  @Test("Suspending traps")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      _ = Publishers.handlers(whenFull: .suspend) { (_: @escaping @Sendable (Int) -> Void) in
        0
      } remove: { _ in
      }
    }
  }
}
