// A function that runs on its caller's actor belongs to none.
import Streams

nonisolated(nonsending) func listenNonsending(
  to publisher: some Publisher<Int, Never>, _ log: Log
) async -> AnyCancellable {
  publisher.sink { _ in log.note() }
}

/// Only `assign(to:onWeak:)` and `invoke` know the caller's actor.
nonisolated(nonsending) func targetNonsending(
  of publisher: some Publisher<Int, Never>, _ target: NonisolatedTarget
) async -> [AnyCancellable] {
  [
    publisher.assign(to: \.hits, onWeak: target),
    // warns: 5 | converting non-Sendable function value to '@Sendable (NonisolatedTarget) -> (Int) -> Void'
    publisher.invoke(NonisolatedTarget.take, onWeak: target),
  ]
}

extension NonisolatedTarget {
  nonisolated func take(_ value: Int) {
    hits = value
  }
}
