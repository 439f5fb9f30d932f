internal import IntegrationParts

/// What the C library reports.
// Sendable: the receiver of a message owns it.
enum LibraryEvent: @unchecked Sendable {
  /// A message of a subscription, which the receiver destroys.
  case message(OpaquePointer)

  /// A subscription has ended, and its last message has come.
  case complete

  /// The connection was lost; the library tries to get it back.
  case disconnected

  /// The connection is back.
  case reconnected

  /// The connection has ended.
  case closed
}

/// The receivers of callbacks, by number.
///
/// The C library gets a number in place of a pointer, and may call with it after its receiver has gone: such a call
/// finds none. A pointer would have to outlive threads of the library that cannot be waited for.
enum CallbackTable {
  typealias Receiver = @Sendable (LibraryEvent) -> Void

  private struct State {
    var receivers: [UInt: Receiver] = [:]
    var last: UInt = 0
  }

  private static let state = Lock(State())

  static func add(_ receiver: @escaping Receiver) -> UInt {
    state.withLock { state in
      state.last += 1
      state.receivers[state.last] = receiver
      return state.last
    }
  }

  static func remove(_ number: UInt) {
    // Released after the lock: it may hold the last reference to a stream.
    let receiver = state.withLock { $0.receivers.removeValue(forKey: number) }
    withExtendedLifetime(receiver) {}
  }

  static func pointer(_ number: UInt) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: number)
  }

  /// - Returns: Whether there is a receiver.
  @discardableResult
  static func call(_ pointer: UnsafeMutableRawPointer?, _ event: LibraryEvent) -> Bool {
    let number = UInt(bitPattern: pointer)
    guard let receiver = state.withLock({ $0.receivers[number] }) else { return false }
    receiver(event)
    return true
  }
}
