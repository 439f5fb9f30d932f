/// A subscription in two words, as stages store it. `any Subscription` takes five words, and each copy calls into the
/// runtime; nearly every subscription is an object.
@usableFromInline
package typealias SubscriptionObject = any Subscription & AnyObject

/// Returns the subscription as an object; a value type is wrapped in a box.
///
/// A cast with `as?` takes ten times as long as everything else that a stage does with a subscription. So the class
/// existential is assembled from the parts of the opaque one: the object and its witness table.
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

/// The memory layout of an opaque existential: three words for the value, its type metadata, its witness table.
private enum OpaqueExistential {
  static let table = 4 * MemoryLayout<UnsafeRawPointer>.size
}

/// A subscription that is a value type.
// Sendable: immutable, and accepts calls from any thread, as every subscription must.
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
