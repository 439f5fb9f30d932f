import Foundation
import RecipeBook
import StreamCore
import Testing

@Suite("Recipe: notifications and timers", .timeLimit(.minutes(1)))
struct NotificationsAndTimersTests {
  private final class Announcer: Sendable {}

  private let center = NotificationCenter()

  @Test("Names arrive with notifications of a custom name, from the observed object only")
  func arrivals() {
    let (one, other) = (Announcer(), Announcer())
    let (all, some) = (Log<String>(), Log<String>())
    let subscriptions = [
      NotificationsAndTimers.arrivals(in: center).sink { all.append($0) },
      NotificationsAndTimers.arrivals(in: center, from: one).sink { some.append($0) },
    ]
    center.post(name: .arrival, object: one, userInfo: ["name": "Ada"])
    center.post(name: .arrival, object: other, userInfo: ["name": "Grace"])
    center.post(name: .arrival, object: nil, userInfo: ["name": 7])
    center.post(name: Notification.Name("Departure"), object: one, userInfo: ["name": "Joan"])
    #expect(all.entries == ["Ada", "Grace"])
    #expect(some.entries == ["Ada"])
    for subscription in subscriptions { subscription.cancel() }
    center.post(name: .arrival, object: one, userInfo: ["name": "Barbara"])
    #expect(all.entries == ["Ada", "Grace"])
  }

  @Test("A payload that cannot be decoded gives the default, and the next one is decoded")
  func decoded() {
    let names = Log<String>()
    let subscription = NotificationsAndTimers.decodedArrivals(in: center, default: "somebody")
      .sink { names.append($0) }
    for text in [#"{"name": "Ada"}"#, "no JSON", #"{"name": "Grace"}"#] {
      center.post(name: .arrival, object: nil, userInfo: ["person": Data(text.utf8)])
    }
    #expect(names.entries == ["Ada", "somebody", "Grace"])
    subscription.cancel()
  }

  @Test("A countdown counts to zero, ends there, and leaves no timer in the run loop")
  func countdown() {
    let left = Log<Int>()
    let isDone = CurrentValueSubject<Bool, Never>(false)
    let subscription = NotificationsAndTimers.countdown(from: 5, every: 0.01, on: .current)
      .sink { _ in
        isDone.value = true
      } receiveValue: {
        left.append($0)
      }
    while !isDone.value, RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 10)) {}
    #expect(left.entries == [4, 3, 2, 1, 0])
    #expect(isDone.value)
    #expect(RunLoop.current.limitDate(forMode: .default) ?? .distantFuture == .distantFuture)
    subscription.cancel()
  }
}
