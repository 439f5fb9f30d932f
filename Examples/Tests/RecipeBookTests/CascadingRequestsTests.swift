import Foundation
import RecipeBook
import StreamCore
import StreamErrorHandling
import StreamMapping
import StreamObservableProperties
import StreamTesting
import StreamTiming
import Testing

@Suite("Recipe: cascading requests")
struct CascadingRequestsTests {
  private struct Refused: Error {}

  private func directory(
    answeringAfter delay: VirtualTime.Stride, on scheduler: TestScheduler, requests: Log<String>
  ) -> UserDirectory {
    UserDirectory(
      request: { name in
        requests.append(name)
        return Just(User(login: name, repositories: name.count))
          .setFailureType(to: (any Error).self)
          .delay(for: delay, scheduler: scheduler)
          .eraseToAnyPublisher()
      },
      avatar: { user in
        guard user.login != "heck" else { return Fail(error: Refused()).eraseToAnyPublisher() }
        return Just(Data(user.login.utf8)).setFailureType(to: (any Error).self).eraseToAnyPublisher()
      })
  }

  @Test("Names typed one after the other lead to users, and a user to further requests")
  func typing() {
    let scheduler = TestScheduler()
    let requests = Log<String>()
    let browser = UserBrowser(
      directory: directory(answeringAfter: .milliseconds(100), on: scheduler, requests: requests),
      scheduler: scheduler)
    let trace = Log<[String]>()
    let subscription = browser.$users.sink { trace.append($0.map(\.login)) }
    scheduler.advance(by: 1)
    var shown: [String] = []
    for name in ["h", "he", "hec", "heck", "heckj"] {
      browser.name = name
      scheduler.advance(by: .milliseconds(600))
      shown.append("\(browser.repositories) \(browser.avatar.count)")
    }
    #expect(requests.entries == ["hec", "heck", "heckj"])
    #expect(trace.entries.first == [])
    #expect(trace.entries.suffix(5) == [[], [], ["hec"], ["heck"], ["heckj"]])
    // The request for the picture of “heck” fails: it is blank.
    #expect(shown == ["unknown 0", "unknown 0", "3 3", "4 0", "5 5"])
    subscription.cancel()
  }

  @Test("Of names typed within half a second the first and the last are looked up")
  func throttled() {
    let scheduler = TestScheduler()
    let requests = Log<String>()
    let browser = UserBrowser(
      directory: directory(answeringAfter: 0, on: scheduler, requests: requests), scheduler: scheduler)
    scheduler.advance(by: 1)
    for name in ["one", "two2", "three"] { browser.name = name }
    scheduler.advance(by: 1)
    #expect(requests.entries.last == "three")
    #expect(!requests.entries.contains("two2"))
  }

  @Test(
    "A new name cancels the pending request; the activity begins and ends once for each")
  func cancelsPending() {
    let scheduler = TestScheduler()
    let requests = Log<String>()
    let directory = directory(answeringAfter: 10, on: scheduler, requests: requests)
    let activity = Log<Bool>()
    let watch = directory.activity.sink { activity.append($0) }
    let browser = UserBrowser(directory: directory, scheduler: scheduler)
    scheduler.advance(by: 1)
    browser.name = "hec"
    scheduler.advance(by: 1)
    #expect(browser.isBusy)
    browser.name = "heck"
    scheduler.advance(by: 20)
    #expect(browser.users.map(\.login) == ["heck"])
    #expect(!browser.isBusy)
    #expect(activity.entries == [false, true, false, true, false])
    watch.cancel()
  }

  @Test("A short name makes no request, and a failed request gives no user")
  func lookup() {
    let requests = Log<String>()
    let directory = UserDirectory(
      request: { name in
        requests.append(name)
        return Fail(error: Refused()).eraseToAnyPublisher()
      },
      avatar: { _ in Fail(error: Refused()).eraseToAnyPublisher() })
    let found = Log<[User]>()
    let subscriptions = ["he", "hec"].map { directory.users(named: $0).sink { found.append($0) } }
    #expect(found.entries == [[], []])
    #expect(requests.entries == ["hec"])
    #expect(!directory.activity.value)
    for subscription in subscriptions { subscription.cancel() }
  }
}
