public import Foundation
public import StreamCore
public import StreamParts

// Apple's Foundation already declares members of these names, which return Combine's publisher: another pair would make
// each call ambiguous. There, use the initializer of the publisher below.
#if !canImport(Darwin)
  extension NotificationCenter {
    /// Combine's name for the publisher.
    public typealias Publisher = Publishers.NotificationPublisher

    /// Publishes the notifications with a name.
    ///
    ///     post          --a--b-----c--
    ///     downstream    --a--b-----c--
    ///
    /// - **Demand**: a notification posted without demand is dropped.
    /// - **Completion**: never.
    /// - **Failure**: cannot fail.
    /// - **Threads**: delivers where the notification is posted, before `post` returns; a notification posted during a
    ///   delivery, re-entrantly or by another thread, is queued and delivered after it by the delivering thread.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications.
    ///   - object: The object that posts them; `nil` for any. It is compared by identity, which a posted value type
    ///     does not have. A subscription does not retain it.
    /// - Returns: A publisher of the notifications.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
      Publisher(center: self, name: name, object: object)
    }
  }
#endif

/// A publisher of the notifications posted to a centre.
///
/// Each subscription registers an observer, which is removed by a cancel, or when the subscription is released. Where
/// Apple's SDK leaves the name free, this is `NotificationCenter.Publisher`.
public struct NotificationCenterPublisher: Publisher, ReleasingPublisher {
  /// A posted notification.
  public typealias Output = Notification

  /// A notification centre does not fail.
  public typealias Failure = Never

  /// The notification centre.
  public let center: NotificationCenter

  /// The name of the notifications.
  public let name: Notification.Name

  /// The object that posts them; `nil` for any.
  public let object: AnyObject?

  /// Creates a publisher of notifications.
  ///
  /// - Parameters:
  ///   - center: The notification centre.
  ///   - name: The name of the notifications.
  ///   - object: The object that posts them; `nil` for any. A subscription does not retain it.
  public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
    self.center = center
    self.name = name
    self.object = object
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
    let notifications = Broadcaster<Notification, Never>("NotificationCenter Observer")
    notifications.subscribe(
      NotificationInner(
        downstream: subscriber, center: center, name: name, filter: ObjectFilter(object), notifications: notifications
      ))
  }
}

extension PublisherNames {
  /// ``NotificationCenterPublisher``, under a short name that a client's own type overrides.
  public typealias NotificationPublisher = NotificationCenterPublisher
}

extension NotificationCenterPublisher: Equatable {
  /// Whether both publish the same notifications.
  public static func == (a: Self, b: Self) -> Bool {
    a.center === b.center && a.name == b.name && a.object === b.object
  }
}
