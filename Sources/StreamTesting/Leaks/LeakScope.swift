internal import StreamCore

/// Knows which streams a body has made, and which of them are alive. Without the trait `CountStreams` it knows of none.
final class LeakScope: Sendable {
  #if CountStreams
    private let number = StreamCount.openScope()

    deinit { StreamCount.closeScope(number) }

    func running<Result>(_ body: () throws -> Result) rethrows -> Result {
      try StreamCount.$scopes.withValue(StreamCount.scopes + [number], operation: body)
    }

    func running<Result>(
      isolation: isolated (any Actor)?, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await StreamCount.$scopes.withValue(
        StreamCount.scopes + [number], operation: { try await body() }, isolation: isolation)
    }

    /// The descriptions of the living streams, in the order of their beginnings.
    var living: [String] {
      var descriptions: [String] = []
      StreamCount.forEachLiving(in: number) { living in
        let line = InspectionHook.line(of: living.object)?().map { ", subscribed to at \($0)" } ?? ""
        descriptions.append("\(living.object)" + (living.publisher.map { " of \($0)" } ?? "") + line)
      }
      return descriptions
    }
  #else
    func running<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

    func running<Result>(
      isolation: isolated (any Actor)?, _ body: () async throws -> Result
    ) async rethrows -> Result {
      try await body()
    }

    let living: [String] = []
  #endif
}

/// Notes the subscription that a recorder of this module keeps.
func count(_ subscription: any Subscription) {
  #if CountStreams
    _ = object(of: subscription)
  #endif
}
