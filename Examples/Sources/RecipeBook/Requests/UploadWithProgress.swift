import StreamTesting
import Streams

extension Recipe {
  static let uploadWithProgress: Recipe = Recipe(
    "upload-with-progress", "Send a file in pieces, and show how far it is.",
    source: "RecipeBook/Requests/UploadWithProgress.swift"
  ) { print in
    // On the page:
    let scheduler = TestScheduler()
    let file = [UInt8](repeating: 7, count: 1_000)
    let pieces = stride(from: 0, to: file.count, by: 300).map { file[$0..<min($0 + 300, file.count)] }
    let upload = pieces.publisher
      .concatMap { piece in
        // The connection takes a piece in a second.
        Publishers.after(1, piece.count, scheduler: scheduler)
      }
      .scan(0, +)
      .map { (sent: Int) in sent * 100 / file.count }
      .sink { _ in
        print("The file is there.")
      } receiveValue: {
        print("At \(scheduler.now) s: \($0) %.")
      }
    scheduler.resume()
    upload.cancel()
    // Up to here.
  }
}
