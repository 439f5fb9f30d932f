internal import StreamCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Identifies a watch of a ``FileEventHub``; never used again.
typealias FileEventToken = UInt64

#if os(Linux) || os(Android)
  /// Passes on what the system reports about files and folders, by inotify.
  ///
  /// The process has one instance, since a user may have only 128 of them; the thread of ``DescriptorWatcher`` reads
  /// it.
  // Sendable: mutable state is under the lock.
  final class FileEventHub: Sendable {
    static let shared = FileEventHub()

    private typealias Body = @Sendable (FileEvent) -> Void

    private struct Watch {
      let kinds: FileEvent.Kinds
      let body: Body
    }

    private struct State {
      /// The instance; `nil` before the first watch, and while none can be opened. It stays open.
      var instance: Int32?
      var lastToken: FileEventToken = 0

      /// The watches by the system's number: it gives one to each file, whatever path leads there.
      var watches: [Int32: [FileEventToken: Watch]] = [:]
      var numbers: [FileEventToken: Int32] = [:]

      /// Removes the watches of a file that is gone.
      mutating func removeAll(of number: Int32) {
        for token in watches.removeValue(forKey: number).map({ Array($0.keys) }) ?? [] { numbers[token] = nil }
      }
    }

    private let state = Locked(State())
    private let openInstance: @Sendable () -> Int32

    /// - Parameter openInstance: Opens the instance; tests let it fail.
    init(
      openInstance: @escaping @Sendable () -> Int32 = { inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)) }
    ) {
      self.openInstance = openInstance
    }

    /// Calls `body` for each event of a file or folder, until the watch is removed. All watches share a thread, so
    /// `body` must not block.
    ///
    /// - Parameters:
    ///   - path: The path of the file or folder; a symbolic link is followed.
    ///   - kinds: The kinds of events; `body` is also called when the file itself goes, and when events are lost.
    ///   - body: Called with each event.
    /// - Returns: The watch; `nil` if there is no such file, or the system gives no more watches.
    func watch(
      _ path: String, for kinds: FileEvent.Kinds, _ body: @escaping @Sendable (FileEvent) -> Void
    ) -> FileEventToken? {
      let kinds = kinds.union([.itself, .lost])
      let (token, mustListen) = state.withLock { state -> (FileEventToken?, Int32?) in
        let former = state.instance
        guard let instance = former ?? openedInstance() else { return (nil, nil) }
        state.instance = instance
        let mustListen = former == nil ? instance : nil
        // Added to what other watches of the file want. Under the lock, so that the system's numbers come and go in the
        // order in which watches do.
        let number = inotify_add_watch(instance, path, kinds.mask | UInt32(truncatingIfNeeded: IN_MASK_ADD))
        guard number >= 0 else { return (nil, mustListen) }
        state.lastToken += 1
        state.watches[number, default: [:]][state.lastToken] = Watch(kinds: kinds, body: body)
        state.numbers[state.lastToken] = number
        return (state.lastToken, mustListen)
      }
      if let mustListen { listen(to: mustListen) }
      return token
    }

    private func openedInstance() -> Int32? {
      let instance = openInstance()
      return instance < 0 ? nil : instance
    }

    /// Ends a watch.
    func unwatch(_ token: FileEventToken) {
      // Released outside the lock.
      let removed = state.withLock { state -> Watch? in
        guard let number = state.numbers.removeValue(forKey: token) else { return nil }
        let watch = state.watches[number]?.removeValue(forKey: token)
        if state.watches[number]?.isEmpty == true {
          state.watches[number] = nil
          if let instance = state.instance { _ = inotify_rm_watch(instance, WatchNumber(number)) }
        }
        return watch
      }
      withExtendedLifetime(removed) {}
    }

    private func listen(to instance: Int32) {
      _ = DescriptorWatcher.shared.watch(instance) { _ in
        self.passOn(from: instance)
        self.listen(to: instance)
      }
    }

    /// Passes on one buffer of events. Others follow when the thread has served other descriptors.
    private func passOn(from instance: Int32) {
      let events = withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
        let count = read(instance, buffer.baseAddress, buffer.count)
        return count > 0 ? Self.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : []
      }
      let calls = state.withLock { state in
        events.flatMap { number, event, isRemoved in
          let watches =
            number < 0 ? state.watches.values.flatMap(\.values) : state.watches[number].map { Array($0.values) } ?? []
          if isRemoved { state.removeAll(of: number) }
          return watches.filter { !$0.kinds.isDisjoint(with: event.kinds) }.map { ($0.body, event) }
        }
      }
      for (body, event) in calls { body(event) }
    }

    /// - Returns: The events, each with the system's number of the watch, which is negative if events were lost, and
    ///   whether the system has removed the watch.
    private static func events(in bytes: UnsafeRawBufferPointer) -> [(Int32, FileEvent, isRemoved: Bool)] {
      var (events, rest) = ([(Int32, FileEvent, isRemoved: Bool)](), bytes[...])
      let size = MemoryLayout<inotify_event>.size
      while rest.count >= size {
        let header = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
        // The name is filled up with zeros.
        let name = rest.dropFirst(size).prefix(Int(header.len)).prefix { $0 != 0 }
        // Of a name that is not UTF-8 no file is found.
        let entry = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
        let isRemoved = header.mask & UInt32(truncatingIfNeeded: IN_IGNORED) != 0
        events.append((header.wd, FileEvent(kinds: FileEvent.Kinds(mask: header.mask), entry: entry), isRemoved))
        rest = rest.dropFirst(size + Int(header.len))
      }
      return events
    }
  }

  // The type that `inotify_rm_watch` takes.
  #if os(Android)
    private typealias WatchNumber = UInt32
  #else
    private typealias WatchNumber = Int32
  #endif

  extension FileEvent.Kinds {
    private static let masks: [(FileEvent.Kinds, [Int32])] = [
      (.written, [Int32(IN_MODIFY)]), (.attributes, [Int32(IN_ATTRIB)]),
      (.entries, [Int32(IN_CREATE), Int32(IN_DELETE), Int32(IN_MOVED_FROM), Int32(IN_MOVED_TO)]),
      (.itself, [Int32(IN_DELETE_SELF), Int32(IN_MOVE_SELF), Int32(IN_UNMOUNT), Int32(IN_IGNORED)]),
      (.lost, [Int32(IN_Q_OVERFLOW)]),
    ]

    fileprivate init(mask: UInt32) {
      self.init(
        Self.masks.filter { $0.1.contains { mask & UInt32(bitPattern: $0) != 0 } }.map(\.0))
    }

    fileprivate var mask: UInt32 {
      Self.masks.filter { contains($0.0) }.flatMap(\.1).reduce(0) { $0 | UInt32(bitPattern: $1) }
    }
  }
#else
  /// Where there is no inotify, no path can be watched: files are polled.
  // Sendable: there is no state.
  final class FileEventHub: Sendable {
    static let shared = FileEventHub()

    func watch(
      _ path: String, for kinds: FileEvent.Kinds, _ body: @escaping @Sendable (FileEvent) -> Void
    ) -> FileEventToken? { nil }

    func unwatch(_ token: FileEventToken) {}
  }
#endif
