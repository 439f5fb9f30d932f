internal import Dispatch
internal import Foundation
internal import StreamCore

/// Says when something may have changed at a path, for an owner with a serial queue.
///
/// It watches the path and the folder of its last name. While one of them cannot be watched, or if the owner wants it,
/// it says so after each interval. It closes on deinitialization if ``close()`` was not called.
// Sendable: the hints are under their lock; the rest is accessed on the queue, before that runs, or by `deinit`.
final class PathWatch: @unchecked Sendable {
  private struct State {
    var hints = FileHints.all

    /// Whether the next hint must wake the owner.
    var isWaiting = false

    /// The path's last name; `nil` if that is a symbolic link, whose target may be reached through other entries.
    var name: String?
  }

  /// The interval where nothing else is wanted, in nanoseconds.
  private static let usualInterval = 1_000_000_000

  private let state = Locked(State())
  private let path: String
  private let parent: String
  private let name: String
  private let queue: DispatchQueue

  /// The instance to ask for events; `nil` if the owner wants to poll.
  private let hub: FileEventHub?

  /// In nanoseconds.
  private let interval: Int

  private var parentToken: FileEventToken?
  private var pathToken: FileEventToken?

  /// Whether every change makes an event.
  private var isComplete = false

  /// The block that runs after a change.
  private var waiting: (@Sendable () -> Void)?
  private var timer: (any DispatchSourceTimer)?
  private var isClosed = false

  /// - Parameters:
  ///   - path: The path; there need not be a file.
  ///   - interval: How often to poll; `nil` for events, where the system has them.
  ///   - queue: The queue on which all methods are called, but that of the first look.
  ///   - hub: The source of events.
  init(_ path: String, polling interval: Duration?, queue: DispatchQueue, hub: FileEventHub = .shared) {
    self.path = path
    self.queue = queue
    self.hub = interval == nil ? hub : nil
    self.interval = interval?.wholeNanoseconds ?? Self.usualInterval
    let end = path.lastIndex(of: "/")
    name = end.map { String(path[$0...].dropFirst()) } ?? path
    parent = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  deinit {
    close()
  }

  /// Begins a look at the path: what changes thereafter makes a hint again.
  ///
  /// - Returns: What may have changed since the last look; at the first one everything.
  func beginLook() -> FileHints {
    let hints = state.withLock { state in
      defer { state.hints = .none }
      return state.hints
    }
    if hints.isMoved || !isComplete { renew() }
    return hints
  }

  /// Watches what is now at the path.
  private func renew() {
    guard let hub, !isClosed else { return }
    let isLink = FileState.isSymbolicLink(path)
    state.withLock { $0.name = isLink ? nil : name }
    let ofParent = hub.watch(parent, for: .entries) { [weak self] event in
      self?.note { hints, name in hints.add(event, ofParentOf: name) }
    }
    let ofPath = hub.watch(path, for: [.written, .attributes, .entries]) { [weak self] event in
      self?.note { hints, _ in hints.add(event) }
    }
    // The former ones are removed after the new ones have come: mostly they are watches of the same files, which the
    // system then keeps.
    if let former = parentToken { hub.unwatch(former) }
    parentToken = ofParent
    // While there is no file, the former one is watched under its new name: its writer may go on.
    if let ofPath {
      if let former = pathToken { hub.unwatch(former) }
      pathToken = ofPath
    }
    // Looked at now: a file that has come since the first watch makes an event of the folder.
    isComplete = ofParent != nil && (ofPath != nil || !FileState.isPresent(path))
  }

  /// Adds to the hints, on the thread of the hub.
  private func note(_ change: (inout FileHints, String?) -> Void) {
    let mustWake = state.withLock { state in
      change(&state.hints, state.name)
      return !state.hints.isEmpty && state.isWaiting.take()
    }
    if mustWake { queue.async { [weak self] in self?.wake() } }
  }

  /// Runs `body` once on the queue, when something may have changed since the last look began; not after ``close()``.
  func whenChanged(_ body: @escaping @Sendable () -> Void) {
    guard waiting == nil, !isClosed else { return }
    waiting = body
    let hasChanged = state.withLock { state in
      state.isWaiting = state.hints.isEmpty
      return !state.isWaiting
    }
    if hasChanged {
      queue.async { [weak self] in self?.wake() }
    } else if !isComplete {
      startTimer()
    }
  }

  private func startTimer() {
    let timer = self.timer ?? DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .nanoseconds(interval))
    guard self.timer == nil else { return }
    self.timer = timer
    timer.setEventHandler { [weak self] in self?.poll() }
    timer.activate()
  }

  private func poll() {
    guard waiting != nil else { return }
    state.withLock { state in
      state.hints = .all
      state.isWaiting = false
    }
    wake()
  }

  private func wake() {
    // After a close there is no waiting block.
    guard let body = waiting.take() else { return }
    body()
  }

  /// Ends the watches.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    for token in [parentToken, pathToken] { if let token { hub?.unwatch(token) } }
    (parentToken, pathToken) = (nil, nil)
    timer.take()?.cancel()
    waiting = nil
  }
}

extension Bool {
  /// Sets it to `false`.
  ///
  /// - Returns: What it was.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}

extension Duration {
  /// At most some 292 years.
  fileprivate var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowsToo) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflows || overflowsToo ? .max : Int(clamping: sum)
  }
}

extension URL {
  /// The path of a file.
  ///
  /// - Throws: An error if the URL is not that of a file: Foundation for Linux would take the path of any.
  var pathOfFile: String {
    get throws(CocoaError) {
      guard isFileURL else { throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: self]) }
      return path
    }
  }
}
