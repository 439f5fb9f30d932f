internal import Foundation
internal import StreamCore

/// Connects downstream to the observer's subject.
struct NotificationInner<Downstream: Subscriber<Notification, Never>>: ForwardingInner {
  let downstream: Downstream
  let center: NotificationCenter
  let name: Notification.Name

  /// Not the object itself, which the subscription would retain.
  let filter: ObjectFilter
  let notifications: Broadcaster<Notification, Never>

  var description: String { "NotificationCenter Observer" }

  /// The subscription is replaced.
  var _sink: AnyObject? { nil }

  func receive(subscription: any Subscription) {
    let observer = NotificationObserver(of: name, at: center, filter, sendingTo: notifications)
    downstream.receive(subscription: NotificationSubscription(upstream: subscription, observer: observer))
  }

  func receive(_ input: Notification) -> Subscribers.Demand {
    downstream.receive(input)
  }
}

/// The subscription, which owns the observer.
final class NotificationSubscription: StageSubscription, Sendable {
  private let upstream: Locked<(any Subscription)?>
  let observer: NotificationObserver

  init(upstream: any Subscription, observer: NotificationObserver) {
    self.upstream = Locked(upstream)
    self.observer = observer
  }

  deinit {
    cancel()
  }

  func request(_ demand: Subscribers.Demand) {
    upstream.value?.request(demand)
  }

  func cancel() {
    observer.remove()
    // Released after its cancel, so that a concurrent cancel still finds it (rule 5).
    upstream.value?.cancel()
    let released = upstream.exchange(nil)
    withExtendedLifetime(released) {}
  }

  var description: String { "NotificationCenter Observer" }

  var mirrorChildren: KeyValuePairs<String, Any> {
    [
      "center": observer.center as Any, "name": observer.name, "object": observer.filter?.object as Any,
      "subscription": upstream.value as Any,
    ]
  }
}

/// The observer registered at a centre.
// Sendable: the centre may be used on any thread; its observation token is accessed under the lock.
final class NotificationObserver: @unchecked Sendable {
  let name: Notification.Name
  private let registration: Locked<Registration?>

  private struct Registration {
    let center: NotificationCenter
    let filter: ObjectFilter
    let token: any NSObjectProtocol
  }

  init(
    of name: Notification.Name, at center: NotificationCenter, _ filter: ObjectFilter,
    sendingTo notifications: Broadcaster<Notification, Never>
  ) {
    self.name = name
    // Registered for any object: some centres retain the object while the observer is registered.
    let token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
      if filter.admits(notification) { notifications.send(notification) }
    }
    registration = Locked(Registration(center: center, filter: filter, token: token))
  }

  var center: NotificationCenter? { registration.value?.center }

  /// The filter, which the centre's block reads and retains until the observer is removed.
  var filter: ObjectFilter? { registration.value?.filter }

  /// Removes the observer from the centre, once.
  func remove() {
    guard let registration = registration.exchange(nil) else { return }
    registration.center.removeObserver(registration.token)
  }
}

/// Admits the notifications of one object, referenced weakly, or all.
final class ObjectFilter: Sendable {
  // Under a lock, although it is set only once: it reaches the posting threads through the centre, whose own lock the
  // thread sanitizer cannot see.
  private let target = Locked(Target.all)

  // Sendable: accessed under the lock.
  private enum Target: @unchecked Sendable {
    case all
    case one(WeakReference)
  }

  init(_ object: AnyObject?) {
    _ = target.exchange(object.map { .one(WeakReference($0)) } ?? .all)
  }

  /// The object, if there is one and it is alive.
  var object: AnyObject? {
    if case .one(let reference) = target.value { reference.object } else { nil }
  }

  func admits(_ notification: Notification) -> Bool {
    guard case .one(let reference) = target.value else { return true }
    guard let object = reference.object, let sender = notification.object else { return false }
    // A value has no identity: boxing it here makes a new object.
    return sender as AnyObject === object
  }
}

private final class WeakReference {
  weak var object: AnyObject?

  init(_ object: AnyObject) {
    self.object = object
  }
}
