import StreamCombining
package import StreamCore
import StreamFiltering
import StreamMapping
package import StreamObservableProperties
package import StreamSchedulers
import StreamTiming

/// Two values, the second of which is typed twice: pipelines that merge into one answer.
package final class TwoValueForm: ObservableObject {
  /// What a form that is ready submits.
  package struct Values: Equatable, Sendable {
    package var first: String
    package var second: String
  }

  /// What is entered first.
  @Published package var first = ""

  /// What is entered second.
  @Published package var second = ""

  /// The second value, typed again.
  @Published package var secondAgain = ""

  /// What is wrong with the first value; empty when nothing is.
  @Published package private(set) var firstMessage = ""

  /// What is wrong with the second value; empty when nothing is.
  @Published package private(set) var secondMessage = ""

  /// What may be submitted, if both are good.
  @Published package private(set) var readyToSubmit: Values?

  package init() {
    let validFirst = $first.map { $0.count > 2 ? $0 : nil }
    let validSecond = Publishers.CombineLatest($second, $secondAgain)
      .map { $0 == $1 && $0.count > 4 ? $0 : nil }
    validFirst
      .map { $0 == nil ? "minimum of 3 characters required" : "" }
      .assign(to: &$firstMessage)
    validSecond
      .map { $0 == nil ? "values must match and have at least 5 characters" : "" }
      .assign(to: &$secondMessage)
    Publishers.CombineLatest(validFirst, validSecond)
      .map { first, second -> Values? in
        guard let first, let second else { return nil }
        return Values(first: first, second: second)
      }
      .assign(to: &$readyToSubmit)
  }
}

/// A name that somebody must confirm to be free, and a password that is typed twice.
package final class SignUpForm: ObservableObject {
  /// What a password must be.
  package struct PasswordRule: Sendable {
    /// The number of characters that it must exceed.
    package var longerThan: Int

    /// What everybody would guess.
    package var banned: Set<String>

    package init(longerThan: Int = 8, banned: Set<String> = ["password1"]) {
      self.longerThan = longerThan
      self.banned = banned
    }
  }

  /// What is sent when the button is pressed.
  package struct Credentials: Equatable, Sendable {
    package var name: String
    package var password: String
  }

  /// The name that is wanted.
  @Published package var name = ""

  /// The password that is wanted.
  @Published package var password = ""

  /// The password, typed again.
  @Published package var passwordAgain = ""

  /// Whether the password is what it must be.
  @Published package private(set) var isPasswordValid = false

  /// Whether the password was typed twice.
  @Published package private(set) var isRepetitionValid = false

  /// Whether the name was found free.
  @Published package private(set) var isNameValid = false

  /// What the button sends; it is enabled while there is something to send.
  @Published package private(set) var credentials: Credentials?

  /// The name that was found free last. It is kept so that one check serves all who ask for its result.
  @Published private var freeName: String?

  /// - Parameters:
  ///   - rule: What a password must be.
  ///   - scheduler: Measures how long a name must stand before it is checked: half a second.
  ///   - isFree: Answers, once, whether a name is free.
  package init<S: Scheduler>(
    rule: PasswordRule = PasswordRule(), scheduler: S,
    isFree: @escaping @Sendable (String) -> AnyPublisher<Bool, Never>
  ) {
    let isValid: @Sendable (String) -> Bool = { $0.count > rule.longerThan && !rule.banned.contains($0) }
    // Each property feeds the answer on one way only: on two, a change would show for a moment with the old other half.
    let passwords = Publishers.CombineLatest($password, $passwordAgain)
    $name
      .debounce(for: .milliseconds(500), scheduler: scheduler)
      .removeDuplicates()
      .map { name in isFree(name).map { $0 ? name : nil } }
      .switchToLatest()
      .assign(to: &$freeName)
    // A name that is being changed is not the one that was checked.
    let validName = Publishers.CombineLatest($freeName, $name).map { $0 == $1 ? $0 : nil }

    $password.map(isValid).assign(to: &$isPasswordValid)
    passwords.map { $0 == $1 }.assign(to: &$isRepetitionValid)
    validName.map { $0 != nil }.assign(to: &$isNameValid)
    Publishers.CombineLatest(validName, passwords)
      .map { name, passwords -> Credentials? in
        guard let name, passwords.0 == passwords.1, isValid(passwords.0) else { return nil }
        return Credentials(name: name, password: passwords.0)
      }
      .removeDuplicates()
      .assign(to: &$credentials)
  }
}
