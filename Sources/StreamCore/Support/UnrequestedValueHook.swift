private import Synchronization

/// Is told of each value that a subject drops for want of demand. The hook for drops, which `StreamParts` offers to
/// clients, installs itself here while it has a handler: without one, such a value costs one read of memory more.
package enum UnrequestedValueHook {
  /// - Parameter handler: Called with the name of the subject, on the thread that sends, outside of locks.
  package static func install(_ handler: (@Sendable (StageName) -> Void)?) {
    installed.withLock { $0 = handler }
    isInstalled.store(handler != nil, ordering: .releasing)
  }

  static func report(_ name: StageName) {
    guard isInstalled.load(ordering: .acquiring) else { return }
    installed.withLock { $0 }?(name)
  }
}

private let isInstalled = Atomic(false)
private let installed = Locked<(@Sendable (StageName) -> Void)?>(nil)
