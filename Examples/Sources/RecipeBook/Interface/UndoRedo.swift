import Streams

extension Recipe {
  static let undoRedo: Recipe = Recipe(
    "undo-redo", "A history of edits, folded from the commands.",
    source: "RecipeBook/Interface/UndoRedo.swift"
  ) { print in
    // On the page:
    enum Command: Sendable {
      case type(String), undo, redo
    }
    struct History: Sendable {
      var text = ""
      var past: [String] = []
      var future: [String] = []
    }
    let commands: [Command] = [.type("a"), .type("ab"), .type("abc"), .undo, .undo, .redo, .type("abX"), .redo]
    let histories = commands.publisher
      .scan(into: History()) { history, command in
        switch command {
        case .type(let text):
          history.past.append(history.text)
          (history.text, history.future) = (text, [])
        case .undo:
          guard let text = history.past.popLast() else { return }
          history.future.append(history.text)
          history.text = text
        case .redo:
          guard let text = history.future.popLast() else { return }
          history.past.append(history.text)
          history.text = text
        }
      }
    for await history in histories.values {
      print("\(history.text) (undo: \(history.past.count), redo: \(history.future.count))")
    }
    // Up to here.
  }
}
