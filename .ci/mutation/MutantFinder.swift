import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds what can be changed in a source: comparisons, logic, arithmetic, constants, demand, conditions, guards, and
/// calls and assignments that can be left out.
final class MutantFinder: SyntaxVisitor {
  private(set) var mutants: [Mutant] = []
  private let module: String
  private let file: String
  private let source: [UInt8]
  private let lines: [String]
  private let converter: SourceLocationConverter

  static func mutants(in source: String, file: String, module: String) -> [Mutant] {
    let tree = OperatorTable.standardOperators.foldAll(Parser.parse(source: source)) { _ in }
    let finder = MutantFinder(module: module, file: file, source: source, tree: tree)
    finder.walk(tree)
    return finder.mutants
  }

  private init(module: String, file: String, source: String, tree: Syntax) {
    self.module = module
    self.file = file
    self.source = Array(source.utf8)
    lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    converter = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: What is left alone

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    let active = node.clauses.first { $0.condition.map { Self.holds($0.trimmedDescription[...]) } ?? true }
    if let elements = active?.elements { walk(elements) }
    return .skipChildren
  }

  /// Whether a condition of compilation holds where the mutants run: on Linux, without traits.
  private static func holds(_ condition: Substring) -> Bool {
    if let either = condition.firstRange(of: " || ") {
      return holds(condition[..<either.lowerBound]) || holds(condition[either.upperBound...])
    }
    if let both = condition.firstRange(of: " && ") {
      return holds(condition[..<both.lowerBound]) && holds(condition[both.upperBound...])
    }
    if condition.hasPrefix("!") { return !holds(condition.dropFirst()) }
    let known = ["os(Linux)", "canImport(Glibc)"]
    return known.contains(String(condition)) || condition.hasPrefix("canImport(Foundation")
  }

  // MARK: What is changed

  private static let swapped = [
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===", "&&": "||",
    "||": "&&", "+": "-", "-": "+", "*": "/", "/": "*", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=", "&+=": "&-=",
    "&-=": "&+=",
  ]

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if let name = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text, let other = Self.swapped[name] {
      replace(node, with: "\(node.leftOperand.trimmedDescription) \(other) \(node.rightOperand.trimmedDescription)")
    }
    if node.operator.is(AssignmentExprSyntax.self), !node.leftOperand.is(DiscardAssignmentExprSyntax.self),
      !node.isIn(InitializerDeclSyntax.self)
    {
      leaveOut(node)
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" { replace(node, with: node.expression.trimmedDescription) }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = Int(node.literal.text.replacing("_", with: "")) else { return .visitChildren }
    replace(node, with: "\(value + 1)")
    if value > 0 { replace(node, with: "\(value - 1)") }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    replace(node, with: node.literal.text == "true" ? "false" : "true")
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let base = node.base?.trimmedDescription
    guard base == nil || base?.hasSuffix("Demand") == true else { return .visitChildren }
    let prefix = base ?? "StreamCore.Subscribers.Demand"
    switch node.declName.baseName.text {
    case "none": replace(node, with: "\(prefix).max(1)", original: "\(prefix).none")
    case "unlimited": replace(node, with: "\(prefix).none")
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    negate(node.condition)
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    guard case .expression(let condition) = node.condition else { return .visitChildren }
    negate(condition)
    if node.parent?.parent?.is(GuardStmtSyntax.self) == true {
      surround(condition, "(\(Mutant.on) ? true : (", "))", change: "\(condition.trimmedDescription) → true")
    }
    return .visitChildren
  }

  private static let kept = [
    "super.init", "self.init", "precondition", "preconditionFailure", "fatalError", "assert", "assertionFailure",
    "withExtendedLifetime",
  ]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression.trimmedDescription
    if ["preconditionFailure", "fatalError"].contains(callee) { return .skipChildren }
    if !Self.kept.contains(callee) { leaveOut(node) }
    return .visitChildren
  }

  // MARK: How it is written

  private func replace(_ node: some SyntaxProtocol, with text: String, original: String? = nil) {
    let before = node.trimmedDescription
    add(
      node, change: "\(before) → \(text)",
      edits: [.init(range: node.place, text: "(\(Mutant.on) ? (\(text)) : (\(original ?? before)))")], copies: true)
  }

  private func negate(_ node: ExprSyntax) {
    surround(node, "(\(Mutant.on) != (", "))", change: "\(node.trimmedDescription) → !(…)")
  }

  /// Leaves out a call or an assignment that is a statement of its own, if it is not what its function returns.
  private func leaveOut(_ node: some ExprSyntaxProtocol) {
    var statement = Syntax(node)
    while let parent = statement.parent,
      parent.is(TryExprSyntax.self) || parent.is(AwaitExprSyntax.self) || parent.is(OptionalChainingExprSyntax.self)
    {
      statement = parent
    }
    guard let item = statement.parent?.as(CodeBlockItemSyntax.self), !item.isReturned else { return }
    surround(statement, "if !\(Mutant.on) { ", " }", change: "\(statement.trimmedDescription) → nothing")
  }

  private func surround(_ node: some SyntaxProtocol, _ before: String, _ after: String, change: String) {
    let place = node.place
    add(
      node, change: change,
      edits: [
        .init(range: place.lowerBound..<place.lowerBound, text: before),
        .init(range: place.upperBound..<place.upperBound, text: after),
      ], copies: false)
  }

  private func add(_ node: some SyntaxProtocol, change: String, edits: [Mutant.Edit], copies: Bool) {
    let line = converter.location(for: node.positionAfterSkippingLeadingTrivia).line
    mutants.append(
      Mutant(
        module: module, file: file, line: line,
        lineText: String(lines[line - 1].trimmingPrefix(while: \.isWhitespace)),
        change: change.split(whereSeparator: \.isWhitespace).joined(separator: " "), edits: edits, copies: copies))
  }
}

extension SyntaxProtocol {
  fileprivate var place: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }

  fileprivate func isIn(_ kind: (some SyntaxProtocol).Type) -> Bool {
    var node = parent
    while let present = node, !present.is(ClosureExprSyntax.self) {
      if present.is(kind) { return true }
      node = present.parent
    }
    return false
  }
}

extension CodeBlockItemSyntax {
  /// Whether the item is the whole body of what has a result.
  fileprivate var isReturned: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
    if list.parent?.is(AccessorBlockSyntax.self) == true { return true }
    let owner = list.parent?.parent
    if let accessor = owner?.as(AccessorDeclSyntax.self) { return accessor.accessorSpecifier.text == "get" }
    return owner?.as(FunctionDeclSyntax.self)?.signature.returnClause != nil
  }
}
