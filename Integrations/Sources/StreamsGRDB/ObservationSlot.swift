internal import IntegrationParts

/// Keeps what an observation has told last, until it is delivered.
final class ObservationSlot<Value: Sendable>: Sendable {
  /// Makes the value that a change has led to; called when it is delivered.
  typealias Make = @Sendable () throws -> Value

  enum Content {
    case nothing
    case change(Make)
    case failure(any Error)
  }

  private let content = Lock(Content.nothing)
  private let owner: any Pumped

  /// - Parameter owner: Called after each change, on the queue of the observation, which is its own.
  init(owner: any Pumped) {
    self.owner = owner
  }

  func change(_ make: @escaping Make) {
    replace(.change(make))
    owner.pump()
  }

  func fail(_ error: any Error) {
    replace(.failure(error))
    owner.pump()
  }

  /// Puts something into the slot.
  ///
  /// - Returns: What was in it, to be released outside of the lock.
  @discardableResult
  func replace(_ new: Content) -> Content {
    content.withLock { content in
      defer { content = new }
      return content
    }
  }

  /// Takes what is to be delivered now: a failure, or a change that is asked for.
  func take(isAskedFor: Bool) -> Content {
    content.withLock { content in
      if case .change = content, !isAskedFor { return .nothing }
      defer { content = .nothing }
      return content
    }
  }
}
