/// A subscription in two words, as stages store it. `any Subscription` takes five words, and each copy calls into the
/// runtime; nearly every subscription is an object.
@usableFromInline
package typealias SubscriptionObject = any Subscription & AnyObject

/// Returns the subscription as an object; a value type is wrapped in a box.
///
/// The class existential is assembled from the parts of the opaque one: the object and its witness table. With a cast
/// by `as?` a whole subscription of a subject costs 1.07 times the instructions, with `any Subscription` 1.06 times.
///
/// Invariant: `any Subscription` has the value in its first word if that is an object, and the table of the conformance
/// in its fifth; `SubscriptionObject` is the object and the table. The first call checks this.
@usableFromInline
package func object(of subscription: any Subscription) -> SubscriptionObject {
  guard isObject(subscription) else { return SubscriptionBox(subscription) }
  #if CountStreams
    StreamCount.add(subscription as AnyObject)
  #endif
  // `as any` keeps the call from opening the existential.
  return withUnsafeBytes(of: subscription as any Subscription) { parts in
    let table = parts.load(fromByteOffset: ExistentialLayout.table, as: UnsafeRawPointer.self)
    return unsafeBitCast((parts.load(as: AnyObject.self), table), to: SubscriptionObject.self)
  }
}

private func isObject<S: Subscription>(_ subscription: S) -> Bool {
  S.self is AnyObject.Type
}

/// The memory layout of an opaque existential: three words for the value, its type metadata, its witness table.
private enum ExistentialLayout {
  private static let word = MemoryLayout<UnsafeRawPointer>.size

  /// The offset of the table, in bytes. It is known once the layout has been checked.
  static let table: Int = {
    let table = 4 * word
    precondition(
      MemoryLayout<any Subscription>.size == 5 * word && MemoryLayout<SubscriptionObject>.size == 2 * word
        && agrees(LayoutProbe(), table: table),
      "An existential is assumed to hold a value, its type and a table; one of an object, the object and a table.")
    return table
  }()

  /// Whether both kinds of existential of one object store the object and the table where this code expects them.
  private static func agrees(_ probe: LayoutProbe, table: Int) -> Bool {
    withUnsafeBytes(of: probe as any Subscription) { opaque in
      withUnsafeBytes(of: probe as SubscriptionObject) { object in
        opaque.load(as: UInt.self) == object.load(as: UInt.self)
          && opaque.load(fromByteOffset: table, as: UInt.self) == object.load(fromByteOffset: word, as: UInt.self)
      }
    }
  }
}

/// A subscription to check the layout with.
private final class LayoutProbe: Subscription {
  func request(_ demand: Subscribers.Demand) {}

  func cancel() {}
}

/// A subscription that is a value type.
// Sendable: immutable, and accepts calls from any thread, as every subscription must.
private final class SubscriptionBox: Subscription, CustomStringConvertible, CustomReflectable, @unchecked Sendable {
  private let content: any Subscription

  init(_ content: any Subscription) {
    self.content = content
    #if CountStreams
      StreamCount.add(self)
    #endif
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
