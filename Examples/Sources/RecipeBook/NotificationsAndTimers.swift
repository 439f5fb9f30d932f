package import Foundation
import StreamCoding
package import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamNotifications
import StreamSharing
import StreamTimers

extension Notification.Name {
  /// Somebody has arrived. The object is who says so; `userInfo["name"]` or, as JSON, `userInfo["person"]` is who it is.
  package static let arrival = Notification.Name("Arrival")
}

/// Notifications and ticks of a timer as streams.
package enum NotificationsAndTimers {
  private struct Person: Decodable, Sendable {
    var name: String
  }

  /// The names that come with arrivals which an object, or anybody, announces.
  package static func arrivals(
    in center: NotificationCenter, from object: (any AnyObject & Sendable)? = nil
  ) -> AnyPublisher<String, Never> {
    center.publisher(for: .arrival, object: object)
      .compactMap { $0.userInfo?["name"] as? String }
      .eraseToAnyPublisher()
  }

  /// The names out of JSON that comes with arrivals. A payload that cannot be read gives a default, and the next one is
  /// read as if nothing had happened.
  package static func decodedArrivals(
    in center: NotificationCenter, default name: String
  ) -> AnyPublisher<String, Never> {
    center.publisher(for: .arrival)
      .compactMap { $0.userInfo?["person"] as? Data }
      .flatMap { data in
        Just(data)
          .decode(type: Person.self, decoder: JSONDecoder())
          .map(\.name)
          .catch { _ in Just(name) }
      }
      .eraseToAnyPublisher()
  }

  /// Counts down to zero with the ticks of a timer of the run loop, and stops the timer there.
  ///
  /// - Parameters:
  ///   - count: What it counts down from, one or more; the first tick gives one less.
  ///   - interval: The seconds between ticks.
  ///   - runLoop: Where the timer ticks.
  /// - Returns: What is left, and the end.
  package static func countdown(
    from count: Int, every interval: TimeInterval, on runLoop: RunLoop
  ) -> AnyPublisher<Int, Never> {
    Timer.publish(every: interval, on: runLoop, in: .default)
      .autoconnect()
      .scan(count) { left, _ in left - 1 }
      .prefix(count)
      .eraseToAnyPublisher()
  }
}
