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
  /// An arrival. The object is the sender; `userInfo["name"]` or, as JSON, `userInfo["person"]` identifies the person.
  package static let arrival = Notification.Name("Arrival")
}

/// Notifications and ticks of a timer as streams.
package enum NotificationsAndTimers {
  private struct Person: Decodable, Sendable {
    var name: String
  }

  /// The names in the arrivals sent by an object, or by any.
  package static func arrivals(
    in center: NotificationCenter, from object: (any AnyObject & Sendable)? = nil
  ) -> AnyPublisher<String, Never> {
    center.publisher(for: .arrival, object: object)
      .compactMap { $0.userInfo?["name"] as? String }
      .eraseToAnyPublisher()
  }

  // On the page:
  /// The names in the JSON of arrivals. A malformed payload gives a default, and later ones are still read.
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
  // Up to here.

  // On the page:
  /// Counts down to zero with the ticks of a run loop's timer, and stops the timer there.
  ///
  /// - Parameters:
  ///   - count: The number to count down from, positive; the first tick gives one less.
  ///   - interval: The seconds between ticks.
  ///   - runLoop: The run loop of the timer.
  /// - Returns: The remaining counts, and the completion.
  package static func countdown(
    from count: Int, every interval: TimeInterval, on runLoop: RunLoop
  ) -> AnyPublisher<Int, Never> {
    Timer.publish(every: interval, on: runLoop, in: .default)
      .autoconnect()
      .scan(count) { left, _ in left - 1 }
      .prefix(count)
      .eraseToAnyPublisher()
  }
  // Up to here.
}
