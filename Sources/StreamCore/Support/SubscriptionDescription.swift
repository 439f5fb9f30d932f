/// How subscriptions and subscribers show themselves to `print`, to a debugger and to a playground: by one name.
@usableFromInline
package protocol SubscriptionDescription: CustomStringConvertible, CustomReflectable, CustomPlaygroundDisplayConvertible
{
  /// What helps a person who debugs: downstream, upstream state, demand; never closures.
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
