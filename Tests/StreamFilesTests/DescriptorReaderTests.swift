import Dispatch
import Foundation
import StreamFiles
import TestSupport
import Testing

@Suite("DescriptorReader")
struct DescriptorReaderTests {
  private let pipe = Pipe()

  private func read(_ reader: DescriptorReader, upTo count: Int = 10) -> String {
    switch reader.read(upTo: count) {
    case .data(let data): String(decoding: data, as: UTF8.self)
    case .end: "end"
    case .notReady: "not ready"
    case .failure(let error): "\(error.code)"
    }
  }

  @Test("It is at its end when the other end has been closed, and everything is read")
  func end() throws {
    let reader = DescriptorReader(owning: pipe.fileHandleForReading, queue: DispatchQueue(label: "reader"))
    expect(!reader.isAtEnd)
    expectEqual(read(reader), "not ready")
    try pipe.fileHandleForWriting.write(contentsOf: Data("abc".utf8))
    expect(!reader.isAtEnd)
    expectEqual(read(reader, upTo: 2), "ab")
    try pipe.fileHandleForWriting.close()
    expect(!reader.isAtEnd)
    expectEqual(read(reader), "c")
    // A program that another test starts has a copy of the other end for a moment.
    expect(eventually { reader.isAtEnd })
    expectEqual(read(reader), "end")
    reader.close()
  }

  @Test("A handle that is shared stays open")
  func shared() throws {
    let queue = DispatchQueue(label: "reader")
    let reader = try DescriptorReader(sharing: pipe.fileHandleForReading, queue: queue)
    reader.close()
    try pipe.fileHandleForWriting.write(contentsOf: Data("abc".utf8))
    expectEqual(pipe.fileHandleForReading.availableData, Data("abc".utf8))
  }
}
