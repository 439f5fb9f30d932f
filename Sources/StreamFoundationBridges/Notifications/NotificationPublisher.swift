public import Foundation
public import StreamCore
public import StreamParts

// Apple's Foundation has members of these names already, which make Combine's publisher: a second pair would make each
// call ambiguous. There, the publisher below is made by its initialiser.
#if !canImport(Darwin)
  extension NotificationCenter {
    /// Combine's name of the publisher.
    public typealias Publisher = Publishers.NotificationPublisher

    /// Publishes the notifications of a name.
    ///
    ///     post          --a--b-----c--
    ///     downstream    --a--b-----c--
    ///
    /// - **Demand**: a notification that is posted when there is none is dropped.
    /// - **Completion**: never.
    /// - **Failure**: cannot be.
    /// - **Threads**: delivers where the notification is posted, before `post` returns; what is posted while another is
    ///   being delivered, from inside that or by another thread, is delivered after it, by the thread that delivers.
    ///
    /// - Parameters:
    ///   - name: The notifications' name.
    ///   - object: The object that must have posted them; `nil` for any. It must be the very same object: of a value that
    ///     was posted there is none. A subscription does not keep it alive.
    /// - Returns: A publisher of the notifications.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
      Publisher(center: self, name: name, object: object)
    }
  }
#endif

/// A publisher of the notifications that a centre posts.
///
/// Each subscription has an observer of its own at the centre, which is removed by a cancel, or when the subscription is
/// released. Where Apple's SDK leaves the name free, this is `NotificationCenter.Publisher`.
public struct NotificationCenterPublisher: Publisher, ReleasingPublisher {
  /// A notification, as it was posted.
  public typealias Output = Notification

  /// A notification centre does not fail.
  public typealias Failure = Never

  /// The centre that posts.
  public let center: NotificationCenter

  /// The name that the notifications have.
  public let name: Notification.Name

  /// The object that has posted them; `nil` for any.
  public let object: AnyObject?

  /// Makes a publisher of notifications.
  ///
  /// - Parameters:
  ///   - center: The centre that posts.
  ///   - name: The name that they have.
  ///   - object: The object that must have posted them; `nil` for any. A subscription does not keep it alive.
  public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
    self.center = center
    self.name = name
    self.object = object
  }

  /// Attaches `subscriber`.
  public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
    let notifications = Broadcaster<Notification, Never>("NotificationCenter Observer")
    notifications.subscribe(
      NotificationInner(
        downstream: subscriber, center: center, name: name, filter: ObjectFilter(object), notifications: notifications
      ))
  }
}

extension PublisherNames {
  /// ``NotificationCenterPublisher``, by the short name that gives way to a type of a client.
  public typealias NotificationPublisher = NotificationCenterPublisher
}

extension NotificationCenterPublisher: Equatable {
  /// Whether both publish the same notifications.
  public static func == (a: Self, b: Self) -> Bool {
    a.center === b.center && a.name == b.name && a.object === b.object
  }
}
