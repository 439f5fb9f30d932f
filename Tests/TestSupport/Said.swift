public import Testing

/// Whether a stopped program printed its reason. An optimised build prints none.
///
/// - Parameters:
///   - reason: The text to find in its message.
///   - result: The result of an exit test that observes `standardErrorContent`.
/// - Returns: Whether the message contains the reason; `true` in an optimised build.
public func said(_ reason: String, _ result: ExitTest.Result?) -> Bool {
  #if DEBUG
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(reason)
  #else
    result != nil
  #endif
}
