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

/// A user with an account.
package struct User: Equatable, Sendable {
  package var login: String
  package var repositories: Int

  package init(login: String, repositories: Int) {
    self.login = login
    self.repositories = repositories
  }
}

/// The service for users and their pictures.
package struct UserDirectory: Sendable {
  /// Whether a request for users is in progress.
  package let activity = CurrentValueSubject<Bool, Never>(false)

  private let request: @Sendable (String) -> AnyPublisher<User, any Error>
  let avatar: @Sendable (User) -> AnyPublisher<Data, any Error>

  /// - Parameters:
  ///   - request: Requests the user with a name.
  ///   - avatar: Requests a user's picture.
  package init(
    request: @escaping @Sendable (String) -> AnyPublisher<User, any Error>,
    avatar: @escaping @Sendable (User) -> AnyPublisher<Data, any Error>
  ) {
    self.request = request
    self.avatar = avatar
  }

  /// The user with a name, or none: a name of fewer than three characters makes no request, and a failure gives no user
  ///.
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

/// A typed name leads to a user, and the user to the displayed details.
package final class UserBrowser: ObservableObject {
  @Published package var name = ""
  @Published package private(set) var users: [User] = []
  @Published package private(set) var repositories = "unknown"
  @Published package private(set) var avatar = Data()
  @Published package private(set) var isBusy = false

  /// - Parameters:
  ///   - directory: The service for users.
  ///   - scheduler: Throttles names to one in half a second, and delivers the displayed values.
  package init<S: Scheduler>(directory: UserDirectory, scheduler: S) {
    // On the page:
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
    // Up to here.
    directory.activity.assign(to: &$isBusy)
  }
}
