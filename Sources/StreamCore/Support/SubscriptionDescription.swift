/// The description of subscriptions and subscribers in `print`, debuggers and playgrounds: a name.
@usableFromInline
package protocol SubscriptionDescription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible
{
  /// Useful state for debugging: downstream, upstream, demand; never closures.
  var mirrorChildren: KeyValuePairs<String, Any> { get }
}

/// A subscription of the toolkit's own.
@usableFromInline
package protocol StageSubscription: Subscription, ConcurrentCancellable, SubscriptionDescription {}

extension SubscriptionDescription {
  @inlinable package var mirrorChildren: KeyValuePairs<String, Any> { [:] }

  @inlinable package var customMirror: Mirror { Mirror(self, children: mirrorChildren) }

  @inlinable package var playgroundDescription: Any { description }
}
