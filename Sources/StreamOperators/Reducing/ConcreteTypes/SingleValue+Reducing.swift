internal import StreamCore
public import StreamParts

// Combine overloads these operators so that a publisher of a single value stays one. Here the general types are marked
// as single-value publishers instead, for the stages that check: see `SingleValuePublisher`.

extension Publishers.AllSatisfy: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Collect: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Comparison: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Contains: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.ContainsWhere: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Count: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.Reduce: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryAllSatisfy: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryComparison: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryContainsWhere: SingleValuePublisher where Upstream: SingleValuePublisher {}
extension Publishers.TryReduce: SingleValuePublisher where Upstream: SingleValuePublisher {}
