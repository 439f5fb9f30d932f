internal import NIOHTTP1
internal import StreamInspection

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Answers requests, on the event loop of the server: the files of the page, `groups`, `pipelines`, `pipeline`
/// and `recording`.
final class PageDesk {
  private let check: RequestCheck
  private let snapshots: SharedSnapshots

  init(check: RequestCheck, snapshots: SharedSnapshots) {
    (self.check, self.snapshots) = (check, snapshots)
  }

  func answer(_ head: HTTPRequestHead) -> PageAnswer {
    do {
      let path = try check.rest(of: head.uri.prefix { $0 != "?" }, head.headers)
      guard head.method == .GET else {
        throw Refusal(.methodNotAllowed, "The page is asked for with GET.", headers: ["Allow": "GET"])
      }
      let question = try Question(head.uri)
      switch path {
      case "": return PageAnswer(.ok, "text/html; charset=utf-8", PackageResources.index_html)
      case "inspector.css": return PageAnswer(.ok, "text/css; charset=utf-8", PackageResources.inspector_css)
      case "inspector.js": return PageAnswer(.ok, "text/javascript; charset=utf-8", PackageResources.inspector_js)
      case "groups":
        return .json(GroupsAnswer(snapshots.latest, matching: try question.filter()))
      case "pipelines":
        let offset = try question.number("offset") ?? 0
        return .json(
          PipelinesAnswer(
            snapshots.latest, of: question.text("group"), matching: try question.filter(), offset: max(0, offset)))
      case "pipeline":
        guard let id = try question.number("id") else { throw Refusal(.badRequest, "Which pipeline? id is missing.") }
        guard let answer = PipelineAnswer(snapshots.latest, id: id, unfolding: question.keys("open")) else {
          throw Refusal(.notFound, "There is no pipeline #\(id) any more.")
        }
        return .json(answer)
      case "recording":
        guard let stage = try question.number("stage") else {
          throw Refusal(.badRequest, "Of which stage? stage is missing.")
        }
        guard let answer = RecordingAnswer(ofStage: stage) else {
          throw Refusal(.notFound, "The stage \(stage) is not recorded.")
        }
        return .json(answer)
      default: throw Refusal(.notFound, "There is nothing at \(path.prefix(100)).")
      }
    } catch {
      return (error as? Refusal ?? Refusal(.internalServerError, "The inspector has failed.")).answer
    }
  }
}

/// What stands behind the question mark of an address.
private struct Question {
  /// Longer texts are cut.
  private static let longestText = 200

  private let items: [URLQueryItem]

  init(_ address: String) throws {
    // Browsers write a space as a plus, as forms do.
    guard let components = URLComponents(string: address.replacing("+", with: "%20")) else {
      throw Refusal(.badRequest, "The address is not of the form of an address.")
    }
    items = components.queryItems ?? []
  }

  func text(_ name: String) -> String {
    String((items.first { $0.name == name }?.value ?? "").prefix(Self.longestText))
  }

  func number(_ name: String) throws -> Int? {
    let text = text(name)
    if text.isEmpty { return nil }
    guard let number = Int(text) else { throw Refusal(.badRequest, "\(name) is a number.") }
    return number
  }

  func keys(_ name: String) -> Set<String> {
    Set((items.first { $0.name == name }?.value ?? "").split(separator: ",").prefix(100).map(String.init))
  }

  func filter() throws -> PipelineFilter {
    let verdict = text("verdict")
    if verdict.isEmpty { return PipelineFilter(search: text("search"), verdict: nil) }
    guard let kind = Verdict.Kind(rawValue: verdict) else { throw Refusal(.badRequest, "There is no such verdict.") }
    return PipelineFilter(search: text("search"), verdict: kind)
  }
}
