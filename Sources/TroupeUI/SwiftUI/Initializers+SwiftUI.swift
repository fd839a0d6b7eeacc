#if canImport(SwiftUI)
  public import SwiftUI
  public import Troupe

  // Each initializer forwards a SwiftUI binding and passes SwiftUI bindings to the closures.

  extension IfLet where Then: View, Else: View {
    /// Creates content for both states of an optional in a SwiftUI binding.
    ///
    /// - Parameters:
    ///   - value: A binding to the optional.
    ///   - then: A closure that builds the view from a binding to the value, while the optional has a value.
    ///   - else: A closure that builds the view while the optional is nil.
    public init(
      _ value: Binding<Value?>,
      @ViewBuilder then: @escaping (Binding<Value>) -> Then,
      @ViewBuilder else: @escaping @MainActor () -> Else
    ) {
      self.init(StoreBinding(value), then: { then(Binding($0)) }, else: `else`)
    }

    /// Creates content for an optional in a SwiftUI binding, and no content if the optional is nil.
    ///
    /// - Parameters:
    ///   - value: A binding to the optional.
    ///   - then: A closure that builds the view from a binding to the value, while the optional has a value.
    public init(
      _ value: Binding<Value?>,
      @ViewBuilder then: @escaping (Binding<Value>) -> Then
    ) where Else == EmptyView {
      self.init(value, then: then, else: { EmptyView() })
    }
  }

  extension IfCaseLet where Then: View, Else: View {
    /// Creates content for a case of an enum in a SwiftUI binding, and for all other cases.
    ///
    /// - Parameters:
    ///   - value: A binding to the enum.
    ///   - pattern: The path to the case.
    ///   - then: A closure that builds the case's view from a binding to its payload.
    ///   - else: A closure that builds the view for any other case.
    public init(
      _ value: Binding<Enum>,
      pattern: any CaseKeyPath<Enum, Payload> & Sendable,
      @ViewBuilder then: @escaping (Binding<Payload>) -> Then,
      @ViewBuilder else: @escaping @MainActor () -> Else
    ) {
      self.init(StoreBinding(value), pattern: pattern, then: { then(Binding($0)) }, else: `else`)
    }

    /// Creates content for a case of an enum in a SwiftUI binding, and no content in any other case.
    ///
    /// - Parameters:
    ///   - value: A binding to the enum.
    ///   - pattern: The path to the case.
    ///   - then: A closure that builds the case's view from a binding to its payload.
    public init(
      _ value: Binding<Enum>,
      pattern: any CaseKeyPath<Enum, Payload> & Sendable,
      @ViewBuilder then: @escaping (Binding<Payload>) -> Then
    ) where Else == EmptyView {
      self.init(value, pattern: pattern, then: then, else: { EmptyView() })
    }
  }

  extension Switch where Content: View {
    /// Creates content for the cases of an enum in a SwiftUI binding.
    ///
    /// - Parameters:
    ///   - value: A binding to the enum.
    ///   - content: The branches: a ``CaseLet`` for each case, and a ``Default`` for all other cases.
    ///   - fileID: The file named in the issue.
    ///   - filePath: The file's path.
    ///   - line: The line named in the issue.
    ///   - column: The column named in the issue.
    public init(
      _ value: Binding<Enum>,
      @SwitchBuilder<Enum> content: () -> SwitchBranch<Enum, Content>,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) {
      self.init(
        StoreBinding(value),
        content: content,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  extension CaseLet where Content: View {
    /// Creates a branch whose closure takes a SwiftUI binding.
    ///
    /// - Parameters:
    ///   - pattern: The path to the case.
    ///   - then: A closure that builds the view from a binding to the payload.
    public init(
      _ pattern: any CaseKeyPath<Enum, Payload> & Sendable,
      @ViewBuilder then: @escaping (Binding<Payload>) -> Content
    ) {
      self.init(pattern, then: { (payload: StoreBinding<Payload>) in then(Binding(payload)) })
    }
  }
#endif
