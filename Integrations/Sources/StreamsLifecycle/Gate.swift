internal import IntegrationParts

/// A place where streams can be ended from the outside.
protocol Gated: AnyObject, Sendable {
  /// Cancels upstream, and finishes downstream.
  func close()
}

/// Ends all streams that pass it, and those that come later.
final class Gate: Sendable {
  private struct State {
    var isClosed = false
    var streams: [ObjectIdentifier: any Gated] = [:]
  }

  private let state = Lock(State())

  /// Adds a stream until it is removed.
  ///
  /// - Returns: Whether the gate is open; if not, the stream is not added.
  func add(_ stream: any Gated) -> Bool {
    state.withLock { state in
      if !state.isClosed { state.streams[ObjectIdentifier(stream)] = stream }
      return !state.isClosed
    }
  }

  func remove(_ stream: any Gated) {
    let removed = state.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(stream)) }
    withExtendedLifetime(removed) {}
  }

  func close() {
    let streams = state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.streams
    }
    for stream in streams.values { stream.close() }
  }
}
