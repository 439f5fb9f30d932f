internal import StreamCore

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Android)
  private import Android
#endif

/// A subscriber that retains its subscription and can cancel it.
protocol OpenRecorder: AnyObject, Sendable {
  func cancel()
}

/// Cancels the live recorders when the process exits, if the environment variable `STREAMS_CANCEL_RECORDERS` is set.
///
/// A recorder and its subscription retain each other until the stream ends, so a leak checker would report each
/// pipeline that a test leaves open. With this, it reports only what a pipeline leaks despite being cancelled.
enum OpenRecorders {
  private struct Entry {
    weak var recorder: (any OpenRecorder)?
  }

  private static let living: Locked<(entries: [Entry], limit: Int)>? = {
    guard getenv("STREAMS_CANCEL_RECORDERS") != nil else { return nil }
    atexit { OpenRecorders.cancel() }
    return Locked(([], 1_000))
  }()

  static func add(_ recorder: any OpenRecorder) {
    let many = living?.withLock { living -> [Entry] in
      living.entries.append(Entry(recorder: recorder))
      guard living.entries.count > living.limit else { return [] }
      defer { living.entries = [] }
      return living.entries
    }
    guard let many, !many.isEmpty else { return }
    // Outside the lock: loading the weak reference may hold the last strong one, and releasing it runs arbitrary
    // deinitializers.
    let kept = many.filter { $0.recorder != nil }
    living?.withLock { living in
      living.entries += kept
      living.limit = max(1_000, 2 * living.entries.count)
    }
  }

  private static func cancel() {
    guard let open = living?.exchange(([], 1_000)) else { return }
    for entry in open.entries { entry.recorder?.cancel() }
  }
}
