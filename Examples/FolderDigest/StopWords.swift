/// Words that say nothing about a text: the most frequent words of English, and keywords of programming
/// languages.
enum StopWords {
  static func contains(_ word: String) -> Bool { word.utf8.count < 3 || all.contains(word) }

  private static let all = Set((english + keywords).split(whereSeparator: \.isWhitespace).map(String.init))

  private static let english = """
    about above after again all also although always and another any are aren around because been before being below
    between both but can cannot could couldn did didn does doesn doing don done down during each either else every few
    for from further had hadn has hasn have haven having her here hers herself him himself his how however into isn its
    itself just let may might mine more most much must myself neither nor not now off once one only onto other others our
    ours ourselves out over own per same shall she should shouldn since some such than that the their theirs them
    themselves then there these they thing this those though through too two under until upon use used uses using very was
    wasn way well were weren what when where whether which while who whom whose why will with within without won would
    wouldn yet you your yours yourself
    """

  private static let keywords = """
    as async await bool break case catch char class const continue def default defer double elif else enum export extends
    extension extern false final finally fileprivate float fun func function guard impl implements import init inout
    instanceof int interface internal lambda let long match mod mut namespace new nil none null open operator override
    package pass private protected protocol pub public raise return rethrows self sendable short signed sizeof static str
    string struct super switch template throw throws trait true try type typedef typealias typename typeof undefined
    union unsigned unsafe var void volatile while yield
    """
}
