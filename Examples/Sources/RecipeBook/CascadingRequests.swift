package import Foundation
import StreamCombining
package import StreamCore
import StreamDebugging
import StreamErrorHandling
import StreamFiltering
import StreamMapping
package import StreamObservableProperties
package import StreamSchedulers
import StreamTiming

/// Somebody with an account.
package struct User: Equatable, Sendable {
  package var login: String
  package var repositories: Int

  package init(login: String, repositories: Int) {
    self.login = login
    self.repositories = repositories
  }
}

/// What users and their pictures are asked of.
package struct UserDirectory: Sendable {
  /// Whether a request for users is under way.
  package let activity = CurrentValueSubject<Bool, Never>(false)

  private let request: @Sendable (String) -> AnyPublisher<User, any Error>
  let avatar: @Sendable (User) -> AnyPublisher<Data, any Error>

  /// - Parameters:
  ///   - request: Asks for the user of a name.
  ///   - avatar: Asks for a user's picture.
  package init(
    request: @escaping @Sendable (String) -> AnyPublisher<User, any Error>,
    avatar: @escaping @Sendable (User) -> AnyPublisher<Data, any Error>
  ) {
    self.request = request
    self.avatar = avatar
  }

  /// The user of a name, or none: a name of fewer than three characters asks nobody, and what fails gives none.
  package func users(named name: String) -> AnyPublisher<[User], Never> {
    guard name.count >= 3 else { return Just([]).eraseToAnyPublisher() }
    return request(name)
      .handleEvents(
        receiveSubscription: { [activity] _ in activity.send(true) },
        receiveCompletion: { [activity] _ in activity.send(false) },
        receiveCancel: { [activity] in activity.send(false) }
      )
      .map { [$0] }
      .replaceError(with: [])
      .eraseToAnyPublisher()
  }
}

/// A name that is typed leads to a user, and the user to what is shown of him.
package final class UserBrowser: ObservableObject {
  @Published package var name = ""
  @Published package private(set) var users: [User] = []
  @Published package private(set) var repositories = "unknown"
  @Published package private(set) var avatar = Data()
  @Published package private(set) var isBusy = false

  /// - Parameters:
  ///   - directory: What is asked.
  ///   - scheduler: Lets at most one name pass in half a second, and delivers what is shown.
  package init<S: Scheduler>(directory: UserDirectory, scheduler: S) {
    $name
      .throttle(for: .milliseconds(500), scheduler: scheduler, latest: true)
      .removeDuplicates()
      .map { directory.users(named: $0) }
      .switchToLatest()
      .receive(on: scheduler)
      .assign(to: &$users)
    $users
      .map { $0.first.map { "\($0.repositories)" } ?? "unknown" }
      .assign(to: &$repositories)
    $users
      .map { users -> AnyPublisher<Data, Never> in
        guard let user = users.first else { return Just(Data()).eraseToAnyPublisher() }
        return directory.avatar(user).catch { _ in Just(Data()) }.eraseToAnyPublisher()
      }
      .switchToLatest()
      .receive(on: scheduler)
      .assign(to: &$avatar)
    directory.activity.assign(to: &$isBusy)
  }
}
