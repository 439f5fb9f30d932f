import RecipeBook
import StreamCore
import StreamObservableProperties
import StreamTesting
import StreamTiming
import Testing

@Suite("Recipe: sign-up form")
struct SignUpFormTests {
  @Test(
    "A form is ready when both values are valid and the second is repeated",
    arguments: [
      ("ab", "hello", "hello"), ("abc", "hell", "hell"), ("abc", "hello", "hellp"), ("abc", "hello", "hello"),
    ])
  func twoValues(first: String, second: String, again: String) {
    let form = TwoValueForm()
    form.first = first
    form.second = second
    form.secondAgain = again
    let isFirstGood = first == "abc"
    let isSecondGood = second == "hello" && again == "hello"
    #expect(form.firstMessage == (isFirstGood ? "" : "minimum of 3 characters required"))
    #expect(form.secondMessage == (isSecondGood ? "" : "values must match and have at least 5 characters"))
    #expect((form.readyToSubmit != nil) == (isFirstGood && isSecondGood))
    #expect(form.readyToSubmit.map { "\($0.second) \($0.first)" } ?? "hello abc" == "hello abc")
  }

  @Test("Flags follow the entries, and only a name that stands for half a second is checked")
  func registration() {
    let scheduler = TestScheduler()
    let checked = Log<String>()
    let form = SignUpForm(rule: .init(longerThan: 6, banned: []), scheduler: scheduler) { name in
      checked.append(name)
      return Just(name == "heckj").delay(for: 1, scheduler: scheduler).eraseToAnyPublisher()
    }
    scheduler.advance(by: 2)
    #expect(checked.entries == [""])
    for name in ["h", "he", "hec", "heck", "heckj"] {
      form.name = name
      scheduler.advance(by: .milliseconds(400))
    }
    #expect(checked.entries == [""])
    scheduler.advance(by: .milliseconds(100))
    #expect(checked.entries == ["", "heckj"])
    #expect(!form.isNameValid)
    scheduler.advance(by: 1)
    #expect(form.isNameValid)

    form.password = "secret"
    #expect(!form.isPasswordValid)
    form.password = "secrets"
    #expect(form.isPasswordValid && !form.isRepetitionValid && form.credentials == nil)
    form.passwordAgain = "secrets"
    #expect(form.isRepetitionValid)
    #expect(form.credentials?.name == "heckj" && form.credentials?.password == "secrets")

    form.name = "somebody"
    #expect(!form.isNameValid && form.credentials == nil)
    scheduler.advance(by: 2)
    #expect(checked.entries == ["", "heckj", "somebody"])
    #expect(!form.isNameValid && form.credentials == nil)
  }

  @Test("A password must be long, repeated and not a common one")
  func wizard() {
    let scheduler = TestScheduler()
    let form = SignUpForm(scheduler: scheduler) { Just($0 == "free").eraseToAnyPublisher() }
    form.name = "free"
    scheduler.advance(by: 1)
    for (password, isGood) in [("eight888", false), ("password1", false), ("nine99999", true)] {
      form.password = password
      form.passwordAgain = password
      #expect((form.credentials != nil) == isGood)
    }
    let seen = Log<Bool>()
    let subscription = form.$credentials.sink { seen.append($0 != nil) }
    form.password = "another good one"
    #expect(form.credentials == nil)
    form.passwordAgain = "another good one"
    #expect(seen.entries == [true, false, true])
    subscription.cancel()
    #expect(form.credentials != nil)
    form.name = "taken"
    scheduler.advance(by: 1)
    #expect(form.credentials == nil)
  }

  @Test("A form keeps its own state, and is released with its owner")
  func released() {
    weak var released: SignUpForm?
    do {
      let form = SignUpForm(scheduler: TestScheduler()) { _ in Just(true).eraseToAnyPublisher() }
      released = form
      form.password = "long enough"
      #expect(form.isPasswordValid)
    }
    #expect(released == nil)
  }
}
