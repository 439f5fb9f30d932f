private import Synchronization

/// Receives each value that a subject drops for want of demand. The hook for drops, which `StreamParts` offers to
/// clients, installs itself here while it has a handler. Until a client has installed or removed a handler, a debug
/// build prints one message for each kind of subject that drops a value; in a release build a dropped value costs one
/// more read of memory.
package enum UnrequestedValueHook {
  /// - Parameter handler: Called with the name of the subject and the subscription that has not asked, on the thread
  ///   that sends, outside of locks.
  package static func install(_ handler: (@Sendable (StageName, AnyObject) -> Void)?) {
    _ = installed.exchange(handler)
    isInstalled.store(handler != nil, ordering: .releasing)
  }

  static func report(_ name: StageName, _ subscription: AnyObject) {
    if isInstalled.load(ordering: .acquiring) { installed.value?(name, subscription) }
  }
}

private let isInstalled = Atomic(sayOnce != nil)
// Accessed as a whole: in place, as by `withLock`, a function would be wrapped in two more thunks each time.
private let installed = Locked(sayOnce)
private let said = Locked<Set<String>>([])

#if DEBUG
  private let sayOnce: (@Sendable (StageName, AnyObject) -> Void)? = say
#else
  private let sayOnce: (@Sendable (StageName, AnyObject) -> Void)? = nil
#endif

@Sendable private func say(_ name: StageName, _ subscription: AnyObject) {
  guard said.withLock({ $0.insert("\(name)").inserted }) else { return }
  writeToStandardError("\(name) dropped a value that was not asked for (told once; see DropHook)\n")
}
