import Foundation
import StreamCore
import StreamErrorHandling
import StreamFiltering
import StreamMapping
import StreamObservableProperties
import StreamSchedulers
import StreamTesting
import StreamTiming

// Recipes that wait use test schedulers, whose clock the program advances.
extension Recipe {
  static let signUpForm = Recipe(
    "sign-up-form", "Entries merge into one answer: may the button be pressed?", source: "RecipeBook/SignUpForm.swift"
  ) { report in
    let scheduler = TestScheduler()
    let form = SignUpForm(scheduler: scheduler) { Just($0 == "heckj").eraseToAnyPublisher() }
    let subscription = form.$credentials.sink { credentials in
      report(credentials.map { "The button is enabled, to sign \($0.name) up." } ?? "The button is disabled.")
    }
    report("The user enters a name that is free, and a password twice.")
    form.name = "heckj"
    scheduler.advance(by: 1)
    form.password = "long enough"
    form.passwordAgain = "long enough"
    report("The user changes one of the passwords.")
    form.password = "changed again"
    subscription.cancel()
  }

  static let cascadingRequests = Recipe(
    "cascading-requests", "A typed name leads to a user, and the user to a picture.",
    source: "RecipeBook/CascadingRequests.swift"
  ) { report in
    let directory = UserDirectory(
      request: { Just(User(login: $0, repositories: 3)).setFailureType(to: (any Error).self).eraseToAnyPublisher() },
      avatar: { Just(Data($0.login.utf8)).setFailureType(to: (any Error).self).eraseToAnyPublisher() })
    let scheduler = TestScheduler()
    let browser = UserBrowser(directory: directory, scheduler: scheduler)
    for name in ["h", "he", "hec"] {
      browser.name = name
      scheduler.advance(by: 1)
      report(
        "For “\(name)”, the number of repositories is \(browser.repositories), and the picture has "
          + "\(browser.avatar.count) bytes.")
    }
  }

  static let orderedWork = Recipe(
    "ordered-work", "A step, then three at once, then two more; a restart begins anew.",
    source: "RecipeBook/OrderedWork.swift"
  ) { report in
    let scheduler = TestScheduler()
    let work = OrderedWork { name in
      Just(()).delay(for: name.hasSuffix("2") ? 2 : 1, scheduler: scheduler).eraseToAnyPublisher()
    }
    let steps = work.progress.sink { report("Step \($0) is done at \(scheduler.now) s.") }
    work.restart()
    scheduler.advance(by: .milliseconds(2_500))
    report("The work is restarted.")
    work.restart()
    scheduler.resume()
    steps.cancel()
  }

  static let errorGallery = Recipe(
    "error-gallery", "Retry, catch, survive, fall back: five ways to meet errors.",
    source: "RecipeBook/ErrorGallery.swift"
  ) { report in
    let good = Data(#"{"street": "Main Street"}"#.utf8)
    let bodies = PassthroughSubject<Data, Never>()
    let nowhere = ErrorGallery.Address(street: "nowhere")
    let scheduler = TestScheduler()
    let subscriptions = [
      ErrorGallery.invariant(good).sink { report("With assertNoFailure: the address is \($0.street).") },
      ErrorGallery.oneShot(bodies, default: nowhere).sink { _ in
        report("With catch at the end: the stream has ended.")
      } receiveValue: {
        report("With catch at the end: the address is \($0.street).")
      },
      ErrorGallery.surviving(bodies, default: nowhere).sink {
        report("With catch inside flatMap: the address is \($0.street).")
      },
      ErrorGallery.retrying(scheduler: scheduler, pause: { 1 }) {
        report("With retry: the server is asked at \(scheduler.now) s.")
        return Fail(error: .unreachable).eraseToAnyPublisher()
      }
      .sink { completion in
        if case .failure(let error) = completion { report("With retry: the server is \(error).") }
      } receiveValue: {
        report("With retry: the address is \($0.street).")
      },
      ErrorGallery.adaptive(
        large: Fail(error: .constrained).eraseToAnyPublisher(),
        small: {
          Just(.init(status: 200, body: good)).setFailureType(to: ErrorGallery.LoadError.self).eraseToAnyPublisher()
        }
      )
      .sink { _ in
      } receiveValue: {
        report("With tryCatch: the small body has \($0.count) bytes.")
      },
    ]
    for body in [good, Data("no JSON".utf8), good] { bodies.send(body) }
    scheduler.resume()
    for subscription in subscriptions { subscription.cancel() }
  }

  static let notificationsAndTimers = Recipe(
    "notifications-and-timers", "Names out of notifications, and a countdown that stops itself.",
    source: "RecipeBook/NotificationsAndTimers.swift"
  ) { report in
    let center = NotificationCenter()
    let subscriptions = [
      NotificationsAndTimers.arrivals(in: center).sink { report("\($0) has arrived.") },
      NotificationsAndTimers.decodedArrivals(in: center, default: "Somebody").sink {
        report("\($0) has arrived, in JSON.")
      },
    ]
    center.post(name: .arrival, object: nil, userInfo: ["name": "Ada"])
    for text in [#"{"name": "Grace"}"#, "no JSON", #"{"name": "Joan"}"#] {
      center.post(name: .arrival, object: nil, userInfo: ["person": Data(text.utf8)])
    }
    for subscription in subscriptions { subscription.cancel() }
    countDown(report: report)
  }

  static let errorViewModel = Recipe(
    "error-view-model", "View models that hide an error, and that show it.", source: "RecipeBook/CatalogueModel.swift"
  ) { report in
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
        "List \(index): the forgetful model shows \(forgetful.titles); the candid one shows \(candid.titles), "
          + (candid.error == nil ? "and no error." : "and an error."))
    }
  }

  /// Runs the loop of this thread until a countdown has ended.
  private static func countDown(report: @escaping Report) {
    let isDone = CurrentValueSubject<Bool, Never>(false)
    let subscription = NotificationsAndTimers.countdown(from: 3, every: 0.05, on: .current)
      .sink { _ in
        isDone.value = true
      } receiveValue: {
        report($0 == 0 ? "The countdown is over." : "The countdown is at \($0).")
      }
    while !isDone.value, RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) {}
    subscription.cancel()
  }
}
