/// A subscription in two words, as stages keep it. `any Subscription` takes five, and each copy of it a call into the
/// runtime; nearly every subscription is an object.
@usableFromInline
package typealias SubscriptionObject = any Subscription & AnyObject

/// The object that a subscription is; for one that is a value, an object that passes everything on to it.
///
/// A cast with `as?` takes ten times as long as all else that a stage does with a subscription. So the parts of the one
/// existential are put together to the other: both name the object and the table of its conformance.
@usableFromInline
package func object(of subscription: any Subscription) -> SubscriptionObject {
  guard isObject(subscription) else { return SubscriptionBox(subscription) }
  // `as any` keeps the call from opening the existential.
  return withUnsafeBytes(of: subscription as any Subscription) { parts in
    let table = parts.load(fromByteOffset: OpaqueExistential.table, as: UnsafeRawPointer.self)
    return unsafeBitCast((parts.load(as: AnyObject.self), table), to: SubscriptionObject.self)
  }
}

private func isObject<S: Subscription>(_ subscription: S) -> Bool {
  S.self is AnyObject.Type
}

/// How a value of a protocol type lies in memory: three words for the value, then its type, then the table.
private enum OpaqueExistential {
  static let table = 4 * MemoryLayout<UnsafeRawPointer>.size
}

/// A subscription that is a value.
// Sendable: what it holds never changes, and takes calls from any thread, as each subscription does.
private final class SubscriptionBox: Subscription, CustomStringConvertible, CustomReflectable, @unchecked Sendable {
  private let content: any Subscription

  init(_ content: any Subscription) {
    self.content = content
  }

  var combineIdentifier: CombineIdentifier { content.combineIdentifier }

  var description: String { "\(content)" }

  var customMirror: Mirror { Mirror(reflecting: content) }

  func request(_ demand: Subscribers.Demand) {
    content.request(demand)
  }

  func cancel() {
    content.cancel()
  }
}
