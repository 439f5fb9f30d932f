import RecipeBook
import StreamCore
import StreamMapping
import StreamTesting
import Testing

@Suite("Recipe: suggestions while typing")
struct TypeaheadTests {
  private let scheduler = TestScheduler()
  private let texts = PassthroughSubject<String, Never>()

  @Test("A text is looked up after a pause, once, however many views there are")
  func sharesRequests() {
    let asked = Log<String>()
    let typeahead = Typeahead(texts: texts, scheduler: scheduler) { text in
      asked.append(text)
      return Just([text]).setFailureType(to: (any Error).self).eraseToAnyPublisher()
    }
    let shown = Log<[String]>()
    let views = (0..<2).map { _ in typeahead.titles.sink { shown.append($0) } }
    for text in ["a", "ab", "abc"] { texts.send(text) }
    scheduler.advance(by: 1)
    #expect(asked.entries == ["abc"])
    #expect(shown.entries == [["abc"], ["abc"]])
    let late = typeahead.titles.sink { shown.append($0) }
    #expect(shown.entries.count == 3)
    for view in views + [late] { view.cancel() }
  }

  @Test("A later text cancels the request of an earlier one; a failure shows no titles, and the next text is looked up")
  func latest() {
    let answers = Log<PassthroughSubject<[String], any Error>>()
    let typeahead = Typeahead(texts: texts, scheduler: scheduler) { _ in
      let answer = PassthroughSubject<[String], any Error>()
      answers.append(answer)
      return answer.eraseToAnyPublisher()
    }
    let shown = Log<[String]>()
    let view = typeahead.titles.sink { shown.append($0) }
    for text in ["a", "b", "c"] {
      texts.send(text)
      scheduler.advance(by: 1)
    }
    answers.entries[0].send(["late"])
    answers.entries[2].send(completion: .failure(FailurePlan.Outage()))
    texts.send("d")
    scheduler.advance(by: 1)
    answers.entries[3].send(["d"])
    texts.send("")
    scheduler.advance(by: 1)
    #expect(shown.entries == [[], ["d"], []])
    view.cancel()
  }
}
