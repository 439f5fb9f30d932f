public import StreamCore
public import Synchronization

/// A state with one word that is read without the lock.
@usableFromInline
package protocol MirroredByWord {
  /// The word that the value path reads.
  var mirror: UInt { get }
}

/// A state under a lock, with a copy of its ``MirroredByWord/mirror`` in an atomic word.
///
/// The word is stored before the lock is released, so it is never older than a state that another thread has read
/// under the lock. A reader that takes no lock may see a word that is about to change: it must allow for a value that
/// is in flight.
@frozen
@usableFromInline
package struct MirroredState<State: MirroredByWord>: ~Copyable, Sendable {
  @usableFromInline let locked: Locked<State>
  @usableFromInline let word: SharedWord<UInt>

  @inlinable
  package init(_ state: State) {
    word = SharedWord(state.mirror)
    locked = Locked(state)
  }

  /// The word, without the lock.
  @inlinable package var mirror: UInt { word.load(ordering: .acquiring) }

  @inlinable package var value: State { locked.value }

  /// Runs `body` under the lock, and stores the word.
  @inlinable @inline(__always)
  package borrowing func change<Result>(_ body: (inout State) -> Result) -> Result {
    locked.withLock { state in
      let result = body(&state)
      word.store(state.mirror, ordering: .releasing)
      return result
    }
  }

  /// Runs `body`, which must leave the word as it is, under the lock.
  @inlinable
  package borrowing func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    // Elsewhere a debug build of a client would compute the word for each value.
    guard isExplored else { return locked.withLock(body) }
    return locked.withLock { state in
      let result = body(&state)
      let isMirrored = word.load(ordering: .relaxed) == state.mirror
      assert(isMirrored, "A change of what is mirrored must be made by change(_:).")
      return result
    }
  }
}
