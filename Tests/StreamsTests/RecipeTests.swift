import Foundation
import Streams
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The recipes that need neither a clock nor an observable property; subjects stand in for the latter.
@Suite("Recipes: errors")
struct ErrorRecipeTests {
  // MARK: Errors made uniform

  private enum APIError: Error, Equatable, LocalizedError {
    case unknown
    case apiError(reason: String)
    case parserError(reason: String)
    case networkError(from: URLError)

    var errorDescription: String? {
      switch self {
      case .unknown: "Unknown error"
      case .apiError(let reason), .parserError(let reason): reason
      case .networkError(let error): error.localizedDescription
      }
    }
  }

  private struct SampleError: Error, LocalizedError {
    var errorDescription: String? { "Our example error" }
  }

  /// What a server answers: a status, `nil` for an answer that is not of HTTP, or an error instead.
  private func judged(_ answer: Result<Int?, any Error>) -> AnyPublisher<Data, APIError> {
    answer.publisher
      .tryMap { status -> Data in
        guard let status else { throw APIError.unknown }
        switch status {
        case 401: throw APIError.apiError(reason: "Unauthorized")
        case 403: throw APIError.apiError(reason: "Resource forbidden")
        case 404: throw APIError.apiError(reason: "Resource not found")
        case 405..<500: throw APIError.apiError(reason: "client error")
        case 500..<600: throw APIError.apiError(reason: "server error")
        default: return Data("ok".utf8)
        }
      }
      .mapError { error in
        switch error {
        case let error as APIError: error
        case let error as URLError: .networkError(from: error)
        default: .parserError(reason: error.localizedDescription)
        }
      }
      .eraseToAnyPublisher()
  }

  @Test(
    "Each status has its error, and its message",
    arguments: [
      (401, "Unauthorized"), (403, "Resource forbidden"), (404, "Resource not found"), (405, "client error"),
      (499, "client error"), (500, "server error"), (599, "server error"),
    ])
  func statusErrors(status: Int, reason: String) {
    let recorder = judged(.success(status)).record()
    expectEqual(recorder.failure, .apiError(reason: reason))
    expectEqual(recorder.failure?.localizedDescription, reason)
    expectEqual(recorder.values, [])
  }

  @Test("Responses that are not HTTP, network errors and other errors have their error; a good response passes")
  func otherErrors() {
    expectEqual(judged(.success(nil)).record().failure, .unknown)
    expectEqual(APIError.unknown.localizedDescription, "Unknown error")
    let lost = URLError(.networkConnectionLost)
    expectEqual(judged(.failure(lost)).record().failure, .networkError(from: lost))
    expectEqual(APIError.networkError(from: lost).localizedDescription, lost.localizedDescription)
    expectEqual(judged(.failure(SampleError())).record().failure, .parserError(reason: "Our example error"))
    for status in [200, 400, 402] {
      expectEqual(judged(.success(status)).record().values, [Data("ok".utf8)])
    }
  }

  // MARK: A fallback where the network is constrained

  private struct LoadError: Error, Equatable {
    var isConstrained: Bool
  }

  private enum AnswerError: Error {
    case invalidServerResponse
  }

  private func adaptive(
    main: Result<Int, LoadError>, lowData: Result<Int, LoadError>
  ) -> AnyPublisher<Int, any Error> {
    main.publisher
      .tryCatch { error -> Result<Int, LoadError>.Publisher in
        guard error.isConstrained else { throw error }
        return lowData.publisher
      }
      .tryMap { status -> Int in
        guard status == 200 || status == 201 else { throw AnswerError.invalidServerResponse }
        return status
      }
      .eraseToAnyPublisher()
  }

  @Test("A constrained network leads to the fallback address; all other errors stay")
  func constrainedNetwork() {
    let constrained = Result<Int, LoadError>.failure(LoadError(isConstrained: true))
    expectEqual(adaptive(main: .success(200), lowData: .success(201)).record().values, [200])
    expectEqual(adaptive(main: constrained, lowData: .success(201)).record().values, [201])
    let other = adaptive(main: .failure(LoadError(isConstrained: false)), lowData: .success(201)).record()
    expectEqual(other.failure as? LoadError, LoadError(isConstrained: false))
    let refused = adaptive(main: constrained, lowData: .success(500)).record()
    expect(refused.failure is AnswerError)
  }
}

@Suite("Recipes: requests")
struct RequestRecipeTests {
  private struct User: Codable, Equatable {
    var login: String
  }

  /// A lookup of users that counts its requests, and shows when one is under way.
  private final class API: Sendable {
    let requests = Box(0)
    let activity = Box<[Bool]>([])
    let answer: Result<(status: Int, body: String), URLError>

    init(_ answer: Result<(status: Int, body: String), URLError>) {
      self.answer = answer
    }

    func users(named name: String, from source: PassthroughSubject<Void, Never>? = nil) -> AnyPublisher<[User], Never> {
      guard name.count >= 3 else { return Just([]).eraseToAnyPublisher() }
      let start = source.map { AnyPublisher($0) } ?? AnyPublisher(Just(()))
      return start.setFailureType(to: URLError.self)
        .flatMap { [self] in
          requests.increment()
          return answer.publisher
        }
        .handleEvents(
          receiveSubscription: { [activity] _ in activity.update { $0.append(true) } },
          receiveCompletion: { [activity] _ in activity.update { $0.append(false) } },
          receiveCancel: { [activity] in activity.update { $0.append(false) } }
        )
        .tryMap { answer -> Data in
          guard answer.status == 200 else { throw URLError(.badServerResponse) }
          return Data(answer.body.utf8)
        }
        .decode(type: User.self, decoder: JSONDecoder())
        .map { [$0] }
        .replaceError(with: [])
        .eraseToAnyPublisher()
    }
  }

  @Test("A short name makes no request; a good response gives the user, any other an empty list")
  func lookup() {
    let good = API(.success((200, #"{"login": "heckj"}"#)))
    expectEqual(good.users(named: "he").record().values, [[]])
    expectEqual(good.requests.value, 0)
    expectEqual(good.activity.value, [])
    expectEqual(good.users(named: "hec").record().values, [[User(login: "heckj")]])
    expectEqual(good.requests.value, 1)
    expectEqual(good.activity.value, [true, false])
    for bad in [API(.success((404, ""))), API(.success((200, "no JSON"))), API(.failure(URLError(.timedOut)))] {
      expectEqual(bad.users(named: "heck").record().values, [[]])
      expectEqual(bad.activity.value, [true, false])
    }
  }

  @Test("A cancel ends the activity, once")
  func cancelledLookup() {
    let api = API(.success((200, "{}")))
    let recorder = api.users(named: "heckj", from: PassthroughSubject()).record()
    expectEqual(api.activity.value, [true])
    recorder.cancel()
    recorder.cancel()
    expectEqual(api.activity.value, [true, false])
    expectEqual(api.requests.value, 0)
  }

  @Test("When slow steps are restarted, the later steps of the first run never complete")
  func restartedSteps() {
    let log = Box<[String]>([])
    let promises = Box<[String: Future<Void, Never>.Promise]>([:])
    let step: @Sendable (String) -> AnyPublisher<Void, Never> = { name in
      Deferred {
        Future<Void, Never> { promise in
          log.update { $0.append("start \(name)") }
          promises.update { $0[name] = promise }
        }
      }
      .handleEvents(receiveOutput: { log.update { $0.append("done \(name)") } })
      .eraseToAnyPublisher()
    }
    let run: @Sendable (Int) -> AnyPublisher<Void, Never> = { number in
      step("\(number).1")
        .flatMap { Publishers.Zip3(step("\(number).2a"), step("\(number).2b"), step("\(number).2c")) }
        .flatMap { _ in step("\(number).3") }
        .eraseToAnyPublisher()
    }
    let resolve = { (name: String) in promises.value[name]?(.success(())) }

    let first = run(1).record()
    resolve("1.1")
    resolve("1.2a")
    first.cancel()
    let second = run(2).record()
    for name in ["1.2b", "1.2c", "2.1", "2.2c", "2.2a", "2.2b", "2.3"] { resolve(name) }
    expectEqual(
      log.value,
      [
        "start 1.1", "done 1.1", "start 1.2a", "start 1.2b", "start 1.2c", "done 1.2a", "start 2.1", "done 2.1",
        "start 2.2a", "start 2.2b", "start 2.2c", "done 2.2c", "done 2.2a", "done 2.2b", "start 2.3", "done 2.3",
      ])
    expect(first.completions.isEmpty)
    expect(second.isFinished)
  }

  @Test("print inside a Future around another publisher shows its signals before the future's value")
  func futureAround() {
    let lines = Box<[String]>([])
    let source = PassthroughSubject<Data, Never>()
    let kept = Box<AnyCancellable?>(nil)
    let future = Future<Data, Never> { promise in
      kept.value = source.print("Future", to: LineStream(lines: lines)).sink { promise(.success($0)) }
    }
    let recorder = future.handleEvents(receiveOutput: { _ in lines.update { $0.append("got data") } }).record()
    source.send(Data(count: 3))
    source.send(completion: .finished)
    expectEqual(
      lines.value,
      [
        "Future: receive subscription: (PassthroughSubject)", "Future: request unlimited",
        "Future: receive value: (3 bytes)", "got data", "Future: receive finished",
      ])
    expect(recorder.isFinished)
    kept.value = nil
  }

  private struct LineStream: TextOutputStream, Sendable {
    let lines: Box<[String]>

    mutating func write(_ string: String) {
      lines.update { $0 += string.split(separator: "\n").map(String.init) }
    }
  }
}

@Suite("Recipes: forms")
struct FormRecipeTests {
  @Test(
    "A form is ready when both entries are valid and equal",
    arguments: [
      ("ab", "hello", "hello", false), ("abc", "hell", "hell", false), ("abc", "hello", "hellp", false),
      ("abc", "hello", "hello", true),
    ])
  func validation(first: String, second: String, repeated: String, isReady: Bool) {
    let value1 = CurrentValueSubject<String, Never>("")
    let value2 = CurrentValueSubject<String, Never>("")
    let value2Repeat = CurrentValueSubject<String, Never>("")
    let messages = Box<(String, String)>(("", ""))
    let validated1 = value1.map { value -> String? in
      let isGood = value.count > 2
      messages.update { $0.0 = isGood ? "" : "minimum of 3 characters required" }
      return isGood ? value : nil
    }
    let validated2 = Publishers.CombineLatest(value2, value2Repeat).map { value, repeated -> String? in
      let isGood = value == repeated && value.count > 4
      messages.update { $0.1 = isGood ? "" : "values must match and have at least 5 characters" }
      return isGood ? value : nil
    }
    let readyToSubmit = Publishers.CombineLatest(validated2, validated1).map { second, first -> (String, String)? in
      guard let second, let first else { return nil }
      return (second, first)
    }
    let recorder = readyToSubmit.record()
    value1.send(first)
    value2.send(second)
    value2Repeat.send(repeated)
    let ready = recorder.values.last.flatMap { $0 }
    expectEqual((ready != nil), isReady)
    if isReady { expect(ready?.0 == "hello" && ready?.1 == "abc") }
    expectEqual(messages.value.0, (first.count > 2 ? "" : "minimum of 3 characters required"))
    let isSecondGood = second == repeated && second.count > 4
    expectEqual(messages.value.1, (isSecondGood ? "" : "values must match and have at least 5 characters"))
    recorder.cancel()
  }

  @Test(
    "Two entries determine the messages, and whether they may be submitted",
    arguments: [
      ("", "", ["too short"]), ("hello", "hellp", ["must match"]), ("abc", "abd", ["must match", "too short"]),
      ("hello", "hello", []),
    ] as [(String, String, [String])])
  func messages(first: String, second: String, expected: [String]) {
    let firstEntry = CurrentValueSubject<String, Never>(first)
    let secondEntry = CurrentValueSubject<String, Never>(second)
    let messages = firstEntry.combineLatest(secondEntry) { first, second in
      (first == second ? [] : ["must match"]) + (first.count < 5 || second.count < 5 ? ["too short"] : [])
    }
    expectEqual(messages.first().record().values, [expected])
    expectEqual(messages.map(\.isEmpty).first().record().values, [expected.isEmpty])
  }

  @Test("A sign-up needs a long, repeated and uncommon password, and a free name")
  func signUp() {
    let password = CurrentValueSubject<String, Never>("")
    let again = CurrentValueSubject<String, Never>("")
    let name = CurrentValueSubject<String, Never>("")
    let validPassword = password.combineLatest(again) { $0 == $1 && $0.count > 8 ? $0 : nil }
      .map { $0 == "password1" ? nil : $0 }
    let validName = name.removeDuplicates().flatMap { name in
      Future<String?, Never> { $0(.success(name == "free" ? name : nil)) }
    }
    let credentials = validPassword.combineLatest(validName).map { password, name -> String? in
      guard let password, let name else { return nil }
      return "\(name):\(password)"
    }
    let recorder = credentials.record()
    name.send("free")
    for text in ["short", "password1", "long enough"] {
      password.send(text)
      again.send(text)
      expectEqual(recorder.values.last, .some(text == "long enough" ? "free:long enough" : nil))
    }
    name.send("taken")
    expectEqual(recorder.values.last, .some(nil))
    recorder.cancel()
  }
}
