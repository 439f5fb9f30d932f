import StreamCore
import TestSupport
import Testing

@Suite("AnyCancellable")
struct AnyCancellableTests {
  @Test("Cancels once, however often cancel() is called, and also when it is released")
  func cancelsOnce() {
    let count = Box(0)
    do {
      let cancellable = AnyCancellable { count.update { $0 += 1 } }
      expectEqual(count.value, 0)
      cancellable.cancel()
      cancellable.cancel()
      expectEqual(count.value, 1)
    }
    expectEqual(count.value, 1)
  }

  @Test("Cancels when its last reference is released")
  func cancelsOnRelease() {
    let count = Box(0)
    var cancellable: AnyCancellable? = AnyCancellable { count.update { $0 += 1 } }
    expect(cancellable != nil)
    cancellable = nil
    expectEqual(count.value, 1)
  }

  @Test("Wraps another, retains it until the cancel, and then releases it")
  func wrapsAnother() {
    let count = Box(0)
    weak var inner: AnyCancellable?
    let outer: AnyCancellable
    do {
      let cancellable = AnyCancellable { count.update { $0 += 1 } }
      inner = cancellable
      outer = AnyCancellable(cancellable)
    }
    expect(inner != nil)
    expectEqual(count.value, 0)
    outer.cancel()
    expect(inner == nil)
    expectEqual(count.value, 1)
  }

  @Test("Releases its closure when it is cancelled")
  func releasesClosure() {
    weak var token: Token?
    let cancellable: AnyCancellable
    do {
      let kept = Token()
      token = kept
      cancellable = AnyCancellable { withExtendedLifetime(kept) {} }
    }
    expect(token != nil)
    cancellable.cancel()
    expect(token == nil)
  }

  @Test("A cancel from inside the closure has no further effect")
  func reenters() {
    let count = Box(0)
    let kept = Box<AnyCancellable?>(nil)
    kept.value = AnyCancellable {
      count.update { $0 += 1 }
      kept.value?.cancel()
    }
    kept.value?.cancel()
    expectEqual(count.value, 1)
    kept.value = nil
  }

  /// A cancellable of the toolkit that is cancelled again while it is, as by another thread.
  private final class Crossed: ConcurrentCancellable, Sendable {
    let cancels = Box(0)
    let again = Box<AnyCancellable?>(nil)

    func cancel() {
      cancels.update { $0 += 1 }
      again.update { $0.take() }?.cancel()
    }
  }

  @Test(
    "A cancel during another reaches a cancellable of this library before it returns; a later one does not"
  )
  func reachesToolkit() {
    let crossed = Crossed()
    let cancellable = AnyCancellable(AnyCancellable(crossed))
    crossed.again.value = cancellable
    cancellable.cancel()
    expectEqual(crossed.cancels.value, 2)
    cancellable.cancel()
    expectEqual(crossed.cancels.value, 2)
  }

  @Test("Is equal to itself only")
  func equality() {
    let first = AnyCancellable {}
    let second = AnyCancellable {}
    expectEqual(first, first)
    expect(first != second)
    expectEqual(Set([first, second, first]).count, 2)
  }

  @Test("Is stored in a set, and cancelled when the set is emptied")
  func storedInSet() {
    let subject = PassthroughSubject<Int, Never>()
    let values = Box<[Int]>([])
    var cancellables = Set<AnyCancellable>()
    subject.sink { value in values.update { $0.append(value) } }.store(in: &cancellables)
    subject.send(1)
    cancellables.removeAll()
    subject.send(2)
    expectEqual(values.value, [1])
  }

  @Test("Is stored in a collection, as any cancellable is")
  func storedInCollection() {
    let count = Box(0)
    var array: [AnyCancellable] = []
    var set = Set<AnyCancellable>()
    AnyCancellable { count.update { $0 += 1 } }.store(in: &array)
    let scripted = ScriptedSubscription(onCancel: { count.update { $0 += 10 } })
    scripted.store(in: &array)
    scripted.store(in: &set)
    expectEqual(array.count, 2)
    expectEqual(set.count, 1)
    array = []
    expectEqual(count.value, 11)
    set = []
    expectEqual(count.value, 21)
  }

  @Test("Cancels once when eight threads cancel at the same time")
  func cancelsOnceUnderContention() {
    for _ in 0..<200 {
      let count = Box(0)
      let cancellable = AnyCancellable { count.update { $0 += 1 } }
      concurrently(8) { _ in cancellable.cancel() }
      expectEqual(count.value, 1)
    }
  }
}
