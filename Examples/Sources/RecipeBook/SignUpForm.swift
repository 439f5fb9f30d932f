import StreamCombining
package import StreamCore
import StreamFiltering
import StreamMapping
package import StreamObservableProperties
package import StreamSchedulers
import StreamTiming

/// Two values, the second of which is typed twice: pipelines that merge into one result.
package final class TwoValueForm: ObservableObject {
  /// The values that a complete form submits.
  package struct Values: Equatable, Sendable {
    package var first: String
    package var second: String
  }

  /// The first value.
  @Published package var first = ""

  /// The second value.
  @Published package var second = ""

  /// The second value, typed again.
  @Published package var secondAgain = ""

  /// The problem with the first value; empty if there is none.
  @Published package private(set) var firstMessage = ""

  /// The problem with the second value; empty if there is none.
  @Published package private(set) var secondMessage = ""

  /// The values to submit, if both are valid.
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

/// A name whose availability is checked, and a password that is typed twice.
package final class SignUpForm: ObservableObject {
  /// The requirements of a password.
  package struct PasswordRule: Sendable {
    /// The number of characters that it must exceed.
    package var longerThan: Int

    /// Passwords that are easily guessed.
    package var banned: Set<String>

    package init(longerThan: Int = 8, banned: Set<String> = ["password1"]) {
      self.longerThan = longerThan
      self.banned = banned
    }
  }

  /// The values that the button submits.
  package struct Credentials: Equatable, Sendable {
    package var name: String
    package var password: String
  }

  /// The desired name.
  @Published package var name = ""

  /// The desired password.
  @Published package var password = ""

  /// The password, typed again.
  @Published package var passwordAgain = ""

  /// Whether the password meets the requirements.
  @Published package private(set) var isPasswordValid = false

  /// Whether both passwords are equal.
  @Published package private(set) var isRepetitionValid = false

  /// Whether the name is known to be available.
  @Published package private(set) var isNameValid = false

  /// The values that the button submits; it is enabled while there are any.
  @Published package private(set) var credentials: Credentials?

  /// The last name found available. It is stored so that one check serves all observers of its result.
  @Published private var freeName: String?

  /// - Parameters:
  ///   - rule: The requirements of a password.
  ///   - scheduler: Debounces the name by half a second before the check.
  ///   - isFree: Returns, once, whether a name is available.
  package init<S: Scheduler>(
    rule: PasswordRule = PasswordRule(), scheduler: S,
    isFree: @escaping @Sendable (String) -> AnyPublisher<Bool, Never>
  ) {
    let isValid: @Sendable (String) -> Bool = { $0.count > rule.longerThan && !rule.banned.contains($0) }
    // Each property feeds the result along one path only: with two, a change would briefly be combined with a stale
    // value.
    // On the page:
    let passwords = Publishers.CombineLatest($password, $passwordAgain)
    $name
      .debounce(for: .milliseconds(500), scheduler: scheduler)
      .removeDuplicates()
      .map { name in isFree(name).map { $0 ? name : nil } }
      .switchToLatest()
      .assign(to: &$freeName)
    // A name that has changed since is not the one that was checked.
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
    // Up to here.
  }
}
