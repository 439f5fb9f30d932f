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

/// A value that is accessed under a lock: the only lock of the toolkit.
///
/// It replaces `Synchronization.Mutex`, whose Linux implementation is opaque to the thread sanitizer, which reports
/// false races. The lock word is an `Atomic`, compiled into our own code, where the sanitizer understands it; a thread
/// that has to wait does so in `pthread`, which the sanitizer intercepts. The lock is stored inline in the object that
/// owns it. `Mutex` costs a value of a `@Published` property 1.1 times the instructions.
///
/// Inside `withLock` never call downstream, upstream, a scheduler or a client's closure (rule 6), nor release the last
/// reference to an object of theirs: its `deinit` is client code too.
///
/// Invariant: a thread reaches the value between `lock()` and `unlock()` of the word alone, so that one thread at a
/// time does. Its address is that of the object which owns the lock, is valid as long as that is, and never leaves
/// `body`.
// Sendable: one thread at a time accesses the value, and the last owner releases it.
@frozen
@usableFromInline
package struct Locked<Value>: ~Copyable, @unchecked Sendable {
  // In this order the padding after the word is available to small properties of the owner.
  @usableFromInline let cell: _Cell<Value>
  @usableFromInline let word: LockWord

  /// - Parameter value: The initial value. A zero-sized one, `()`, would alias the lock word, and the thread sanitizer
  ///   would report its mutations as races.
  @inlinable
  package init(_ value: consuming Value) {
    cell = _Cell(value)
    word = LockWord()
  }

  // With the trait `Explore`, entering and leaving the lock are points of an exploration.
  #if !Explore
    /// Runs `body` with exclusive access to the value.
    ///
    /// - Parameter body: Reads or changes the value. It must be short and make no outside calls.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
      _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      // Not in a function that `exchange(_:)` shares: a debug build would look up its types for each value.
      word.lock()
      let address = address
      let result: Result
      do throws(Failure) {
        result = try body(&address.pointee)
      } catch {
        word.unlock()
        throw error
      }
      word.unlock()
      // Without a use here the optimiser may release a discarded result before the unlock.
      extendLifetime(result)
      return result
    }
  #endif

  /// Assign it to a local before mutating the value: the thread sanitizer treats a mutation through
  /// `cell._address.pointee` as an access to the whole lock, including its word.
  @inlinable var address: UnsafeMutablePointer<Value> { cell._address }

  #if !Explore
    /// Replaces the value, and returns the former one, to be released outside the lock.
    @inlinable
    package borrowing func exchange(_ value: consuming Value) -> Value {
      var value = value
      word.lock()
      let address = address
      swap(&value, &address.pointee)
      word.unlock()
      extendLifetime(value)
      return value
    }
  #endif
}

#if Explore
  /// Whether schedules are explored.
  @usableFromInline package var isExplored: Bool { true }
#else
  /// Whether schedules are explored.
  @inlinable package var isExplored: Bool { false }
#endif

extension Locked {
  /// A copy of the present value.
  @inlinable package var value: Value { withLock { $0 } }
}

/// One word: free, held, or held with waiting threads.
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

  /// Spins for the duration of a short critical section, then waits.
  @usableFromInline
  @inline(never)
  borrowing func lockSlowly() {
    for _ in 0..<64 {
      guard state.load(ordering: .relaxed) != Self.free else { break }
    }
    let parking = ParkingSpace.of(state)
    // The word is contended from here on, so that the holder wakes this thread; a needless mark costs one idle wake-up.
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

/// Where threads wait for a lock. Locks share a fixed number of spaces, chosen by address, so that a lock needs only
/// its word; a thread woken on behalf of another lock checks its own, and waits again.
// Sendable: both pointers may be used on any thread, and are never deallocated.
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

  /// Waits while `mustWait` is true; it is evaluated under the mutex that ``wakeAll()`` takes, so no wake-up is lost.
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
