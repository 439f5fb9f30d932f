import StreamCombining
import StreamCore
import StreamTesting
import TestSupport
import Testing

/// `combineLatest` or `zip` of some number of publishers, as an argument of tests.
struct Joining: CustomTestStringConvertible {
  enum Operator: CaseIterable { case combineLatest, zip }

  let name: Operator

  /// How many publishers are joined.
  let count: Int

  static let combineLatest = (5...10).map { Joining(name: .combineLatest, count: $0) }
  static let zip = (5...10).map { Joining(name: .zip, count: $0) }
  static let all = combineLatest + zip

  var testDescription: String { "\(name) of \(count)" }

  func makeSources() -> [ScriptedPublisher<Int, TestError>] { (0..<count).map { _ in ScriptedPublisher() } }

  /// Joins publishers to arrays of their elements.
  func join(_ publishers: [some Publisher<Int, TestError>]) -> AnyPublisher<[Int], TestError> {
    switch name {
    case .combineLatest: combineLatest(publishers)
    case .zip: zip(publishers)
    }
  }

  private func combineLatest(_ p: [some Publisher<Int, TestError>]) -> AnyPublisher<[Int], TestError> {
    switch count {
    case 5: p[0].combineLatest(p[1], p[2], p[3], p[4]) { [$0, $1, $2, $3, $4] }.eraseToAnyPublisher()
    case 6: p[0].combineLatest(p[1], p[2], p[3], p[4], p[5]) { [$0, $1, $2, $3, $4, $5] }.eraseToAnyPublisher()
    case 7:
      p[0].combineLatest(p[1], p[2], p[3], p[4], p[5], p[6]) { [$0, $1, $2, $3, $4, $5, $6] }.eraseToAnyPublisher()
    case 8:
      p[0].combineLatest(p[1], p[2], p[3], p[4], p[5], p[6], p[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }
        .eraseToAnyPublisher()
    case 9:
      p[0].combineLatest(p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]) { [$0, $1, $2, $3, $4, $5, $6, $7, $8] }
        .eraseToAnyPublisher()
    case 10:
      p[0].combineLatest(p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]) {
        [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9]
      }.eraseToAnyPublisher()
    default: preconditionFailure("There is no form for this number.")
    }
  }

  private func zip(_ p: [some Publisher<Int, TestError>]) -> AnyPublisher<[Int], TestError> {
    switch count {
    case 5: p[0].zip(p[1], p[2], p[3], p[4]) { [$0, $1, $2, $3, $4] }.eraseToAnyPublisher()
    case 6: p[0].zip(p[1], p[2], p[3], p[4], p[5]) { [$0, $1, $2, $3, $4, $5] }.eraseToAnyPublisher()
    case 7: p[0].zip(p[1], p[2], p[3], p[4], p[5], p[6]) { [$0, $1, $2, $3, $4, $5, $6] }.eraseToAnyPublisher()
    case 8:
      p[0].zip(p[1], p[2], p[3], p[4], p[5], p[6], p[7]) { [$0, $1, $2, $3, $4, $5, $6, $7] }.eraseToAnyPublisher()
    case 9:
      p[0].zip(p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8]) { [$0, $1, $2, $3, $4, $5, $6, $7, $8] }
        .eraseToAnyPublisher()
    case 10:
      p[0].zip(p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]) { [$0, $1, $2, $3, $4, $5, $6, $7, $8, $9] }
        .eraseToAnyPublisher()
    default: preconditionFailure("There is no form for this number.")
    }
  }
}
