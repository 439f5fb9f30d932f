import StreamTesting
import Streams

extension Recipe {
  static let autosave: Recipe = Recipe(
    "autosave", "Save after a pause in typing, and once more at the end.",
    source: "RecipeBook/Interface/Autosave.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let edits = PassthroughSubject<String, Never>()
    let saving =
      edits
      .debounceKeepingLast(for: 2, scheduler: scheduler)
      .removeDuplicates()
      .sink { _ in
        print("The editor is closed.")
      } receiveValue: {
        print("Saved at \(scheduler.now) s: \($0).")
      }
    for text in ["D", "De", "Dear", "Dear A", "Dear Ada"] {
      edits.send(text)
      scheduler.advance(by: text == "Dear" ? 3 : 1)
    }
    // The last text waits no longer. It is saved in the scheduler's next turn.
    edits.send(completion: .finished)
    scheduler.resume()
    saving.cancel()
    // Up to here.
  }
}
