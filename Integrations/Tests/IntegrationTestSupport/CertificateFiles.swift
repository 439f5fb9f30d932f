import Foundation
import Testing

/// The files of a certificate for 127.0.0.1 that its own key has signed, made for a test by `openssl`.
public struct CertificateFiles: Sendable {
  /// The path of the certificate, in the form PEM.
  public let certificate: String

  /// The path of its key.
  public let key: String

  /// Runs a body with a certificate, and removes its files afterwards.
  ///
  /// - Parameter body: Uses the files.
  /// - Throws: What the body throws, and if `openssl` is missing.
  public static func with(_ body: (CertificateFiles) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("streams-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=127.0.0.1", "-addext",
      "subjectAltName=IP:127.0.0.1",
    ]
    let said = Pipe()
    (process.standardError, process.standardOutput) = (said, said)
    try process.run()
    let output = String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "It needs the program openssl:\n\(output)")
    try await body(
      CertificateFiles(
        certificate: folder.appendingPathComponent("certificate.pem").path,
        key: folder.appendingPathComponent("key.pem").path))
  }
}
