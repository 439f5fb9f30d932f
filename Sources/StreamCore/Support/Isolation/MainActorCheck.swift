internal import Synchronization

#if canImport(Dispatch)
  internal import Dispatch
#endif

// The only file of the kernel that imports Dispatch: nothing else says whether a thread is on the main actor. The
// runtime does not answer for the main executor (`isIsolatingCurrentContext()` is nil), and in a program with an
// asynchronous `main` no thread is the main one.

/// Whether this thread is on the main actor.
@usableFromInline
package func isOnMainActor() -> Bool {
  if currentThread() == mainThread.load(ordering: .relaxed) { return true }
  #if canImport(Dispatch)
    return DispatchQueue.getSpecific(key: mainQueueMark) != nil
  #else
    return false
  #endif
}

/// Remembers this thread if it is the main thread, so that it is known without asking Dispatch, which takes ten times
/// as long.
func noteMainThread() {
  if mainThread.load(ordering: .relaxed) == 0, isMainThread() {
    mainThread.store(currentThread(), ordering: .relaxed)
  }
}

/// The main thread as `currentThread()` identifies it; zero before it is known.
private let mainThread = Atomic<UInt>(0)

#if canImport(Dispatch)
  private let mainQueueMark: DispatchSpecificKey<Void> = {
    let mark = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: mark, value: ())
    return mark
  }()
#endif
