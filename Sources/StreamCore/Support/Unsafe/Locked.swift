public import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A value that is reached under a lock alone: the only lock of the toolkit.
///
/// It takes the place of `Synchronization.Mutex`, whose Linux form the thread sanitizer cannot see into and reports
/// falsely. The lock word is an `Atomic` that is compiled into our own code, where the sanitizer understands it, and a
/// thread that has to wait does so in `pthread`, which it intercepts. It stands inline in the object that owns it.
///
/// Invariant: a thread reaches the value between `lock()` and `unlock()` of the word alone, so that one thread at a time does. Its
/// address is that of the object which owns the lock, is valid as long as that is, and never leaves `body`.
///
/// Never call downstream, upstream, a scheduler or a user's closure from inside `withLock` (rule 6), nor let the last
/// reference to anything of theirs go there: its `deinit` is their code too.
// Sendable: the value is reached by one thread at a time, and released by the last owner.
@frozen
@usableFromInline
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // In this order the word leaves room behind it, in which an object has its small properties.
  @usableFromInline let cell: _Cell<Value>
  @usableFromInline let word: LockWord

  /// - Parameter value: The value at the beginning. One of no size, `()`, would have the address of the word, and changes
  ///   of it would be races in the eyes of the thread sanitizer.
  @inlinable
  package init(_ value: consuming Value) {
    cell = _Cell(value)
    word = LockWord()
  }

  // With the trait `Explore`, entry and exit of the lock are points of an exploration.
  #if !Explore
    /// Runs `body` with the value, while no other thread can reach it.
    ///
    /// - Parameter body: Reads or changes the value. It must be short and call nobody.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let result = try locked(body)
      // Without a use here the optimiser may release what a caller discards before the unlock.
      withExtendedLifetime(result) {}
      return result
    }
  #endif

  @inlinable
  borrowing func locked<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    word.lock()
    defer { word.unlock() }
    let address = address
    return try body(&address.pointee)
  }

  /// To be held in a local variable where the value is changed: the thread sanitizer takes a change of
  /// `cell._address.pointee` for one of the whole lock, its word included.
  @inlinable var address: UnsafeMutablePointer<Value> { cell._address }

  #if !Explore
    /// Puts `value` in place of the present one, which it returns, to be released outside the lock.
    @inlinable
    package borrowing func exchange(_ value: consuming Value) -> Value {
      var value = value
      word.lock()
      let address = address
      swap(&value, &address.pointee)
      word.unlock()
      withExtendedLifetime(value) {}
      return value
    }
  #endif
}

extension Locked {
  /// A copy of the present value.
  @inlinable package var value: Value { withLock { $0 } }
}

/// One word: free, held, or held while threads wait.
@frozen
@usableFromInline
struct LockWord: ~Copyable, Sendable {
  @usableFromInline let state: Atomic<UInt32>

  #if Explore
    @usableFromInline let number: UInt

    @usableFromInline
    init() {
      state = Atomic(Self.free)
      number = ExplorationHook.makeNumber()
    }
  #else
    @inlinable
    init() {
      state = Atomic(Self.free)
    }
  #endif

  @inlinable static var free: UInt32 { 0 }
  @inlinable static var held: UInt32 { 1 }
  @inlinable static var contended: UInt32 { 2 }

  @inlinable
  borrowing func lock() {
    guard !state.compareExchange(expected: Self.free, desired: Self.held, ordering: .acquiring).exchanged else {
      return
    }
    lockSlowly()
  }

  @inlinable
  borrowing func unlock() {
    guard state.exchange(Self.free, ordering: .releasing) == Self.contended else { return }
    wakeWaiters()
  }

  /// Spins for as long as a short section takes, then waits.
  @usableFromInline
  @inline(never)
  borrowing func lockSlowly() {
    for _ in 0..<64 {
      guard state.load(ordering: .relaxed) != Self.free else { break }
    }
    let parking = ParkingSpace.of(state)
    // Marked contended from here on, so that whoever holds the lock wakes us; a mark too many costs one idle wake-up.
    while state.exchange(Self.contended, ordering: .acquiring) != Self.free {
      parking.wait { state.load(ordering: .relaxed) == Self.contended }
    }
  }

  @usableFromInline
  @inline(never)
  borrowing func wakeWaiters() {
    ParkingSpace.of(state).wakeAll()
  }
}

/// Where threads wait for a lock. Locks share a fixed number of spaces, chosen by address, so that a lock needs no more
/// than its word; one that is woken for another's sake looks, and waits again.
// Sendable: both members may be used by any thread, and are never released.
private struct ParkingSpace: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>

  private init() {
    mutex = .allocate(capacity: 1)
    condition = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  private static let spaces = (0..<64).map { _ in ParkingSpace() }

  static func of(_ word: borrowing Atomic<UInt32>) -> ParkingSpace {
    let address = withUnsafePointer(to: word) { UInt(bitPattern: $0) }
    return spaces[Int((address >> 4) % 64)]
  }

  /// Waits while `mustWait` is true; it is asked under the mutex that ``wakeAll()`` takes, so that no wake-up is lost.
  func wait(while mustWait: () -> Bool) {
    pthread_mutex_lock(mutex)
    while mustWait() {
      pthread_cond_wait(condition, mutex)
    }
    pthread_mutex_unlock(mutex)
  }

  func wakeAll() {
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}
