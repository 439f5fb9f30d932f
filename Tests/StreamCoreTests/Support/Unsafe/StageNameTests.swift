import StreamCore
import TestSupport
import Testing

@Suite("StageName")
struct StageNameTests {
  @Test("Returns the text of its literal, of ASCII or not")
  func text() {
    let plain: StageName = "PassthroughSubject"
    let accented: StageName = "Flüsse"
    let empty: StageName = ""
    expectEqual([plain, accented, empty].map(\.description), ["PassthroughSubject", "Flüsse", ""])
  }

  @Test("Is one word")
  func size() {
    expectEqual(MemoryLayout<StageName>.size, MemoryLayout<UInt>.size)
  }
}
