public import Testing

/// Whether a program that stopped has said why. An optimised one says nothing.
///
/// - Parameters:
///   - reason: What its message must hold.
///   - result: Of an exit test that observes `standardErrorContent`.
/// - Returns: Whether the reason is in the message; `true` in an optimised build.
public func said(_ reason: String, _ result: ExitTest.Result?) -> Bool {
  #if DEBUG
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(reason)
  #else
    result != nil
  #endif
}
