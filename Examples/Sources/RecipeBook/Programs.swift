import Dispatch
import Foundation
import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamObservableProperties
import StreamSchedulers
import StreamTesting
import StreamTiming
import WeatherStation

// Recipes that wait use test schedulers, whose clock the program advances.
extension Recipe {
  static let signUpForm = Recipe("sign-up-form", "Entries merge into one answer: may the button be pressed?") {
    report in
    let scheduler = TestScheduler()
    let form = SignUpForm(scheduler: scheduler) { Just($0 == "heckj").eraseToAnyPublisher() }
    let subscription = form.$credentials.sink { report($0.map { "ready: \($0.name)" } ?? "not ready") }
    form.name = "heckj"
    scheduler.advance(by: 1)
    form.password = "long enough"
    form.passwordAgain = "long enough"
    form.password = "changed again"
    subscription.cancel()
  }

  static let cascadingRequests = Recipe("cascading-requests", "A typed name leads to a user, and he to his picture.") {
    report in
    let directory = UserDirectory(
      request: { Just(User(login: $0, repositories: 3)).setFailureType(to: (any Error).self).eraseToAnyPublisher() },
      avatar: { Just(Data($0.login.utf8)).setFailureType(to: (any Error).self).eraseToAnyPublisher() })
    let scheduler = TestScheduler()
    let browser = UserBrowser(directory: directory, scheduler: scheduler)
    for name in ["h", "he", "hec"] {
      browser.name = name
      scheduler.advance(by: 1)
      report("\(name): \(browser.repositories) repositories, a picture of \(browser.avatar.count) bytes")
    }
  }

  static let orderedWork = Recipe("ordered-work", "A step, then three at once, then two more; a restart begins anew.") {
    report in
    let queue = DispatchQueue(label: "recipes.ordered-work")
    let work = OrderedWork { name in
      Just(()).delay(for: .milliseconds(name.hasSuffix("2") ? 40 : 20), scheduler: queue).eraseToAnyPublisher()
    }
    var steps: AnyCancellable?
    await withCheckedContinuation { continuation in
      steps = work.progress
        .prefix(6)
        .sink { _ in
          continuation.resume()
        } receiveValue: {
          report("done: \($0)")
        }
      work.restart()
    }
    steps?.cancel()
  }

  static let errorGallery = Recipe("error-gallery", "Retry, catch, survive, fall back: five ways to meet errors.") {
    report in
    let good = Data(#"{"street": "Main Street"}"#.utf8)
    let bodies = PassthroughSubject<Data, Never>()
    let nowhere = ErrorGallery.Address(street: "nowhere")
    let scheduler = TestScheduler()
    let subscriptions = [
      ErrorGallery.invariant(good).sink { report("invariant: \($0.street)") },
      ErrorGallery.oneShot(bodies, default: nowhere).sink { report("one-shot: \($0.street)") },
      ErrorGallery.surviving(bodies, default: nowhere).sink { report("surviving: \($0.street)") },
      ErrorGallery.retrying(scheduler: scheduler, pause: { 1 }) {
        report("retrying: asked at \(scheduler.now) s")
        return Fail(error: .unreachable).eraseToAnyPublisher()
      }
      .sink {
        report("retrying: \($0)")
      } receiveValue: {
        report("retrying: \($0.street)")
      },
      ErrorGallery.adaptive(
        large: Fail(error: .constrained).eraseToAnyPublisher(),
        small: {
          Just(.init(status: 200, body: good)).setFailureType(to: ErrorGallery.LoadError.self).eraseToAnyPublisher()
        }
      )
      .sink {
        report("adaptive: \($0)")
      } receiveValue: {
        report("adaptive: \($0.count) bytes")
      },
    ]
    for body in [good, Data("no JSON".utf8), good] { bodies.send(body) }
    scheduler.resume()
    for subscription in subscriptions { subscription.cancel() }
  }

  static let notificationsAndTimers = Recipe(
    "notifications-and-timers", "Names out of notifications, and a countdown that stops itself."
  ) { report in
    let center = NotificationCenter()
    let subscriptions = [
      NotificationsAndTimers.arrivals(in: center).sink { report("arrived: \($0)") },
      NotificationsAndTimers.decodedArrivals(in: center, default: "somebody").sink { report("decoded: \($0)") },
    ]
    center.post(name: .arrival, object: nil, userInfo: ["name": "Ada"])
    for text in [#"{"name": "Grace"}"#, "no JSON", #"{"name": "Joan"}"#] {
      center.post(name: .arrival, object: nil, userInfo: ["person": Data(text.utf8)])
    }
    for subscription in subscriptions { subscription.cancel() }
    countDown(report: report)
  }

  static let errorViewModel = Recipe("error-view-model", "View models that hide an error, and that show it.") {
    report in
    struct NoList: Error {}
    let fetch: @Sendable (Int) -> AnyPublisher<[String], NoList> = { index in
      index == 1
        ? Fail(error: NoList()).eraseToAnyPublisher()
        : Just(["film \(index)"]).setFailureType(to: NoList.self).eraseToAnyPublisher()
    }
    let forgetful = ForgetfulCatalogue(fetch: fetch)
    let candid = CandidCatalogue(fetch: fetch)
    for index in 0..<3 {
      forgetful.index = index
      candid.index = index
      report(
        "\(index): forgetful \(forgetful.titles), candid \(candid.titles) \(candid.error.map { "\($0)" } ?? "fine")")
    }
  }

  static let weatherStation = Recipe("weather-station", "Publishers and asynchronous sequences, each as the other.") {
    report in
    await WeatherStation.run(report: report)
  }

  /// Runs the loop of this thread until a countdown has ended.
  private static func countDown(report: @escaping Report) {
    let isDone = CurrentValueSubject<Bool, Never>(false)
    let subscription = NotificationsAndTimers.countdown(from: 3, every: 0.05, on: .current)
      .sink { _ in
        isDone.value = true
      } receiveValue: {
        report("\($0)")
      }
    while !isDone.value, RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) {}
    subscription.cancel()
  }
}
