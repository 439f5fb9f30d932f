public import StreamDiagnostics
private import Synchronization

/// Runs `body` with a handler of the drop hook, which is the process's: tests that need one wait for each other.
public func withDropHook<Result>(_ handler: @escaping DropHook.Handler, _ body: () throws -> Result) rethrows -> Result
{
  try isTaken.withLock { _ in
    DropHook.install(handler)
    defer { DropHook.install(nil) }
    return try body()
  }
}

private let isTaken = Mutex(())
