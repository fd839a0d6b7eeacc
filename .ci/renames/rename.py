#!/usr/bin/env python3
"""Renames what the house rules rename, in any tree of the repository. Run it from the root, as often as you like:

    python3 rename.py [ROOT] [--no-format] [--dry]

It changes identifiers, comments, documentation, tests, the lists of .ci, and the names of files and folders (git mv), then
reflows comments that became too long, formats the Swift files that it changed, sorts .ci/public-api.txt and writes the arrows
of Architecture.md. Nothing is committed.

| Old | New | Where |
|---|---|---|
| Departure, departure(), departs | Divergence, divergence(), diverges | public; not the schedule's departures from its order |
| OldState | StoredState | public |
| DueKey, due key | ScheduledKey, scheduled key | public |
| putAway, put away | passivated (state), passivate (verb) | public and prose |
| opensItself | recursiveOpen | public |
| ShutdownReport.isClean | isComplete | public |
| outsideLimit | realTimeLimit | public |
| Issue | ReportedIssue | public; not Testing.Issue |
| SourceLocation | CallSite | public; not Testing.SourceLocation |
| WhenFull, whenFull | LimitOverflow, overflow | public |
| ShutdownReport.unsavedTurns, SaveStatistics.unsavedTurns, .saves | unsavedTurnCount, saveCount | public |
| StoreStatistics.droppedActions, .inboxOverflows, .runningEffects, .turns | …Count | public |
| StoreDirectoryStatistics.opened, .failed, .kept, .putAway | …Count | public |
| Declaration…, DeclaredPart | Subscription…, ActiveSubscription | Troupe's effects by state; not the macros |
| SubscriberList | ObserverList | so that subscription has one meaning |
| Pause | OperatorTimer | programs |
| Piece, PieceTask | Subtask, SubtaskContext | effects |
| Delivery, ErasedDelivery | QueuedAction, AnyQueuedAction | effects |
| Erased… | Any… | all |
| LeafMap | EffectTransform | effects |
| Program, PlacedProgram, placed(at:) | UnresolvedEffect, ResolvedEffect, resolved(at:) | effects |
| EffectSite | ResolutionContext | tree |
| home | isolation | runtime; not Examples/Cluster |
| Activity | EffectRuntimeState | core |
| StateAccess | StoreCoreProtocol | core |
| LastingPart, PartAccess, PartWatch, PartWaiter, PartKey | PermanentScope, OptionalLens, ValueObservation, … | scoping |
| NumberedState, successors, follow | IdentityKey, identityChanges, recordIdentityChange | tree |
| ranByHand | reducedDirectly | tree |
| Waits, Circle | WaitGraph, Cycle | waits |
| LiveReplies, RememberedAction, standIn, remembered | ReplyRegistry, ActionSummary, makeSummary, causeSummary | requests |
| Moment | MonotonicInstant | all |
| Once, BegunFlag | OneShot, AtomicOneShot | tracing |
| TaskMark | TaskIdentity | tasks |
| note… | record… | tree, observation, collections, folders |
"""

import os
import re
import subprocess
import sys

# Folders, as regular expressions at the beginning of a path.
TROUPE = r"Sources/Troupe/(?!Troupe\.docc)"
ENGINE = r"Sources/Troupe/(Effect|Runtime|Tree|Reducer|Instrumentation)/|Tests/TroupeTests/(Runtime|Effect|Children|Instrumentation)/"
INSIDE = r"Sources/Troupe/Troupe\.docc/Inside/(Architecture|Glossary|TheWalk\w*)\.md|CONTRIBUTING\.md"
NOT_SCHEDULE = r"Sources/TroupeTesting/(Explore|Scheduler)/|Tests/TroupeTestingTests/|.*FindingRaces|.*ExploreSuite|.*ContractTesting"
MACROS = r"Sources/TroupeMacro|Tests/TroupeMacro|Examples/ScannerOracle"
SWIFT = r"\.swift$"

RULES = []


def rule(pattern, new, where=None, unless=None, kind="all"):
    """Adds a rule. kind: all; swift (Swift files and the lists of .ci); code (these without comments); prose (comments, Markdown)."""
    RULES.append(
        (re.compile(pattern), new, where and re.compile(where), unless and re.compile(unless), kind)
    )


def name(old, new, where=None, unless=None):
    """A name that is one word, alone or in the name of a file, of a test case or of an extension's file."""
    rule(rf"(?<![A-Za-z0-9_]){old}(?![A-Za-z0-9_])", new, where, unless)
    rule(rf"(?<![A-Za-z0-9_]){old}(?=Tests\b)", new, where, unless)


def part(old, new, where=None, unless=None):
    """A name that is unmistakable, also as a part of others."""
    rule(old, new, where, unless)


# ---------------------------------------------------------------- public

for old, new in [
    (r"\bDepartures\b", "Divergences"), (r"\bDeparture\b", "Divergence"),
    (r"\bdepartures\b", "divergences"), (r"\bdeparture\b", "divergence"),
    (r"\bdeparts\b", "diverges"), (r"\bdeparted\b", "diverged"), (r"\bdeparting\b", "diverging"),
    (r"\bdepart\b", "diverge"), (r"(?<=[a-z])Departs(?=[A-Z]|\b)", "Diverges"),
    (r"(?<=[a-z])Depart(?=[A-Z]|\b)", "Diverge"), (r"(?<=[a-z])Departures?(?=[A-Z]|\b)", "Divergence"),
]:
    rule(old, new, None, NOT_SCHEDULE + r"|Examples/(Warehouse|Cluster)/")

name("OldState", "StoredState")
rule(r"\bDueKey(s?)\b", r"ScheduledKey\1")
rule(r"\bdue key(s?)\b", r"scheduled key\1", kind="prose")
part(r"\bopensItself\b", "recursiveOpen")
rule(r"\bisClean\b", "isComplete", r"Sources|Tests|Examples")
rule(r"\bone that isn't clean\b", "one that isn't complete", kind="prose")
part(r"\boutsideLimit\b", "realTimeLimit")

rule(r"\bTroupeDiagnostics\.Issue\b", "ReportedIssue")
rule(r"(?<![\w.`])Issue(?=[\]>)?]|\($|\(message:|\.maximumLength|$| in\b| \{|, )", "ReportedIssue", r".*\.swift$", MACROS, "code")
rule(r"(?<=_ issue: )Issue\b|(?<=struct )Issue\b|(?<=extension )Issue\b|(?<=case issue\()Issue\b", "ReportedIssue", r".*\.swift$", None, "code")
rule(r"``Issue``", "``ReportedIssue``")
rule(r"^(extension )?Issue(?=[: ])", r"\1ReportedIssue", r"\.ci/public-api\.txt")
rule(r"(?<=struct )Issue$|(?<=[(: ])Issue(?=\)| |$)", "ReportedIssue", r"\.ci/public-api\.txt")
rule(r"^- \*\*Issue\*\*: ", "- **Reported issue**: ", r".*Glossary\.md")
rule(r"(?<=Sources/TroupeDiagnostics/)Issue(?=\.swift)", "ReportedIssue")

rule(r"\bTroupeDiagnostics\.SourceLocation\b", "CallSite")
rule(r"(?<!Testing\.)\bSourceLocation\b", "CallSite", None, r"Examples/ScannerOracle|Tests/SwiftTestingTests")

name("WhenFull", "LimitOverflow")
rule(r"\bwhenFull\b", "overflow", None, r".*ReleaseNotes")

# Counts.
rule(r"\bunsavedTurns\b", "unsavedTurnCount")
rule(r"\bsaves\b", "saveCount", r"Sources/Troupe/Instrumentation/SaveStatistics\.swift", None, "code")
rule(r"(?<=SaveStatistics: let )saves|(?<=queue\.statistics\.)saves\b|(?<=statistics\.)saves\b", "saveCount", r"Tests/TroupeTests/Runtime/Saving/|Tests/TroupeDurableTests/")
rule(r"\b(before\??|after|saving[?!]?|statistics\.saving[?!]?)\.saves\b", r"\1.saveCount", r"Tests|Sources/Troupe/|Examples/(Warehouse|Countdowns|Benchmarks)")
rule(r"^SaveStatistics: let saves:", "SaveStatistics: let saveCount:", r"\.ci/public-api")
COUNTED = {"droppedActions": "droppedActionCount", "inboxOverflows": "inboxOverflowCount",
           "runningEffects": "runningEffectCount", "turns": "turnCount"}
STATISTICS = r"(droppedActions|inboxOverflows|runningEffects|turns)"
rule(rf"(?<=let ){STATISTICS}\b", lambda m: COUNTED[m[1]], r"Sources/Troupe/Instrumentation/StoreStatistics\.swift")
rule(rf"^(\s+(?:StoreStatistics\()?){STATISTICS}(?=: )", lambda m: m[1] + COUNTED[m[2]], r"Sources/Troupe/Runtime/(Observers/)?Runtime\+Observers\.swift")
rule(rf"\b(statistics|\(await store\.statistics\)|(?:before|after)Statistics)\.{STATISTICS}\b", lambda m: f"{m[1]}.{COUNTED[m[2]]}")
rule(rf"(StoreStatistics/|^StoreStatistics: let ){STATISTICS}\b", lambda m: m[1] + COUNTED[m[2]])
DIRECTORY = r"(opened|failed|kept|putAway|passivated)"
PLAIN = {"putAway": "passivated"}
rule(rf"\b(counts|statistics)\.{DIRECTORY}\b(?!\()", lambda m: f"{m[1]}.{PLAIN.get(m[2], m[2])}Count")
rule(rf"(?<=var ){DIRECTORY}(?= = 0)", lambda m: PLAIN.get(m[1], m[1]) + "Count", r"Sources/TroupeDurable/Directory/StoreDirectoryStatistics\.swift")
rule(rf"^StoreDirectoryStatistics: var {DIRECTORY}:", lambda m: f"StoreDirectoryStatistics: var {PLAIN.get(m[1], m[1])}Count:", r"\.ci/public-api")
rule(rf"(StoreDirectoryStatistics/){DIRECTORY}(?=``)", lambda m: f"{m[1]}{PLAIN.get(m[2], m[2])}Count")

# Passivation.
rule(r"\bfunc putAway\(", "func passivate(")
rule(r"(?<=\.)putAway\(", "passivate(", r"Sources|Tests")
rule(r"\bput(Away): (?=\{|@escaping|puttingAway)", "passivate: ")
rule(r"(?<![.\w])putAway\((?=entry)", "passivate(")
rule(r"\bclose = putAway\b", "close = passivate")
rule(r"\bdidPutAway\b", "didPassivate")
rule(r"\bnextToPutAway\b", "nextToPassivate")
rule(r"\bmayPutAway\b", "mayPassivate")
rule(r"\bputAway(?=:)", "passivate", r"\.ci/(mutant-sample|equivalent-mutants)\.txt")
rule(r"\bputAway(?= ?[:)]? ?@)", "passivate")
rule(r"\bputAway\b", "passivated", None, r".*ReleaseNotes\.md")
rule(r"\bputtingAway\b", "passivating")
rule(r"PuttingAway", "Passivation")
rule(r"(Is|Are|Was|Were|Being|Be|As|That|Not|Gets|Get|Can|Cant)PutAway", r"\1Passivated")
rule(r"ToPutAway", "ToPassivate")
rule(r"PutsAway", "Passivates")
rule(r"PutAway", "Passivated")
rule(r"putsAway\b", "passivates")
rule(r"\b(to|can|can't|cannot|could|may|must|not|doesn't|and|or) put away\b", r"\1 passivate", kind="prose")
rule(r"\b(has|have|had) put away\b", r"\1 passivated", kind="prose")
rule(r"\b([Pp])ut away\b(?! the| a | some | stores?| those| all| another| many)", lambda m: m[1] + "assivated", kind="prose")
rule(r"(?<=be )put away\b|(?<=is )put away\b|(?<=are )put away\b|(?<=was )put away\b|(?<=were )put away\b|(?<=being )put away\b", "passivated", kind="prose")
rule(r'"put away"', '"passivated"', r"Tests/TroupeDurableTests/")
rule(r"\b([Pp])ut away\b", lambda m: m[1] + "assivate", kind="prose")
rule(r"\b([Pp])uts away\b", lambda m: m[1] + "assivates", kind="prose")
rule(r"\b([Pp])utting away\b", lambda m: m[1] + "assivating", kind="prose")
rule(r"\b([Pp])ut(s?) (it|them|itself|the store|the stores|a store|its store|stores|one|some|those|others|a key|a quiet store) away\b",
     lambda m: f"{m[1]}assivate{m[2]} {m[3]}", kind="prose")
rule(r"\b([Pp])utting (it|them|the store|a store|stores|one) away\b", lambda m: f"{m[1]}assivating {m[2]}", kind="prose")
rule(r"put a store away(?=\.\")", "passivate a store", kind="swift")

# ---------------------------------------------------------------- effects by the state

DECLARED = (
    r"Sources/Troupe/(?!Troupe\.docc)(?!Reducer/Reducer\+Macro)|Sources/TroupeTesting/|Sources/TroupeInstruments/|Sources/TroupeClassic/"
    r"|Tests/TroupeTests/(?!Seeds|Guides)|Tests/TroupeClassicTests/Reducer|Tests/TroupeDurableTests/|Tests/TroupeTestingTests/"
)
part(r"\bContractDeclarations\b", "ContractDeclaredEffects")
part(r"\bHostedDeclarations", "HostedSubscriptions")
part(r"\bStoreDeclaration(?=Tests\b)", "StoreSubscription")
for old, new in [
    ("DeclaredPart", "ActiveSubscription"), ("Declared part", "Active subscription"),
]:
    part(old, new, None, MACROS)
rule(r"Declaration(s?)(?!Grammar|Fragments|Kind|Syntax)", r"Subscription\1", DECLARED, MACROS)
rule(r"\bdeclaration(s?)\b", r"subscription\1", DECLARED, MACROS + r"|.*ChildBuilder\+Mistakes|.*Seed\d+")
rule(r"\bdeclarationMoment\b", "subscriptionMoment", DECLARED)
rule(r"``(\w*)Declaration(s?\b|Search|Cause|Phase)", r"``\1Subscription\2", INSIDE)
rule(r"``Runtime/openDeclarations\(\)``", "``Runtime/openSubscriptions()``", INSIDE)
rule(r"`Declaration`", "`Subscription`", r"CONTRIBUTING\.md")
rule(r"(?<=passes the )declarations(?= of)", "subscriptions", r"CONTRIBUTING\.md")
rule(r"(?<=Runtime/Scoping/`, `)Declarations/", "Subscriptions/", r"CONTRIBUTING\.md")
rule(r"(?<=Runtime/)Declarations\b|(?<=Saving/Runtime\+Saving,)Declarations(?=/Supervision)", "Subscriptions")
rule(r"^- \*\*Declaration\*\*", "- **Subscription**", r".*Glossary\.md")
rule(r"(?<=: )a declaration in a feature", "a subscription in a feature", r".*Glossary\.md")
rule(r"^declarations (?=that lead to a declared effect)", "subscriptions ", r".*Architecture\.md")
rule(r"(?<=for each )declaration\b", "subscription", r".*Architecture\.md")
rule(r"\bdeclarations\b", "subscriptions", r".*EffectsThatFollowFromState\.md")
rule(r"Where no store finds a declaration", "Where no store finds a subscription", r".*ContractDeclar\w+\.md")
rule(r"\bdeclarations\b", "subscriptions", r"\.ci/equivalent-mutants\.txt")

part("SubscriberList", "ObserverList")
rule(r"\*\*subscriber list\*\*", "**observer list**", INSIDE)

# ---------------------------------------------------------------- effects, as the engine and the tree have them

name("Pause", "OperatorTimer", ENGINE + "|" + r"\.ci/")
rule(r"(?<![\w)\]>?!])\.pause\b(?!\s*\?)", ".timer", r"Sources/Troupe/(Effect|Runtime)/|Tests/TroupeTests/Runtime/Saving/", None, "code")
rule(r"\bcase pause\(", "case timer(", r"Sources/Troupe/Runtime/", None, "code")

for old, new in [
    ("PieceTask", "SubtaskContext"), ("RunningPiece", "RunningSubtask"), ("startPiece", "startSubtask"),
    ("beginPiece", "beginSubtask"), (r"\bpieceOf\b", "subtaskOf"), (r"\bpieceID\b", "subtaskID"),
]:
    part(old, new, ENGINE + r"|Tests/TroupeTests/|\.ci/")
rule(r"\bpiece\b(?! of (work|a program))", "subtask", r"Sources/Troupe/(Effect|Runtime)/")
rule(r"\bpieces\b(?! of (work|a program))", "subtasks", r"Sources/Troupe/(Effect|Runtime)/")
rule(r"^- \*\*Piece\*\*", "- **Subtask**", r".*Glossary\.md")

part(r"\bErasedDelivery\b", "AnyQueuedAction")
part(r"\bErasedWork\b", "AnyWork")
part(r"\bErasedInstant\b", "AnyInstant")
part(r"\bErasedActionRoute\b", "AnyActionRoute")
rule(r"an \*\*erased work\*\* hides", "``AnyWork`` hides", r".*Glossary\.md")
name("Delivery", "QueuedAction", ENGINE)
rule(r"\bmapDelivery\b", "mapQueuedAction", ENGINE)
rule(r"\bdelivery\b", "queuedAction", r"Sources/Troupe/(Effect|Runtime|Tree)/", None, "code")
rule(r"^- \*\*Delivery\*\*", "- **Queued action**", r".*Glossary\.md")
part(r"\bLeafMap\b", "EffectTransform")
rule(r"^- \*\*Leaf map\*\*", "- **Effect transform**", r".*Glossary\.md")

part("PlacedProgram", "ResolvedEffect")
rule(r"^- \*\*Program\*\*", "- **Unresolved effect**", r".*Glossary\.md")
rule(r"^- \*\*Placed program\*\*", "- **Resolved effect**", r".*Glossary\.md")
rule(r"(?<![\w`])Program\b(?=[.(,)\]?>\[]|$| \{|: |`)", "UnresolvedEffect",
     r"Sources/Troupe/(Effect|Runtime|Tree|Reducer)/", None, "code")
rule(r"(?<=: )Program(?= )|(?<=-> )Program\b|(?<=extension )Program\b|(?<=enum )Program\b", "UnresolvedEffect",
     r"Sources/Troupe/(Effect|Runtime|Tree|Reducer)/", None, "code")
rule(r"``Program(?=``|/)", "``UnresolvedEffect", ENGINE + "|" + INSIDE)
rule(r"\bplaced\(at\b", "resolved(at", ENGINE + "|" + INSIDE)
rule(r"``ChildEffect/placed\(", "``ChildEffect/resolved(", INSIDE)
part(r"\bEffectSite\b", "ResolutionContext", ENGINE + "|" + INSIDE)
rule(r"^- \*\*Effect site\*\*", "- **Resolution context**", r".*Glossary\.md")

# ---------------------------------------------------------------- core, scoping, tree

rule(r"\bhomeID\b", "isolationID", r"Sources/|Tests/")
rule(r"\bTroupe\.home\(", "Troupe.storeIsolation(")
rule(r"(?<=func )home\(on executor", "storeIsolation(on executor", r"Sources/Troupe/")
HOMES = r"Sources/Troupe/Runtime/EngineRules|Sources/Troupe/Runtime/Engine/|.*EngineRules\+Limits"
rule(r"(?<![\w\"/])home(?!\w|\"|\.html|\(of)", "isolation",
     r"Sources/(Troupe/(?!Troupe\.docc)|TroupeDurable/|TroupeTesting/|TroupeUI/)", HOMES, "code")
rule(r"\b(runtime|store|core|effect|\$0|directory|parent|child|scoped)\.home\b", r"\1.isolation", r"Tests/TroupeTests/(?!Guides|Seeds)|Tests/TroupeDurableTests/", None, "code")
rule(r"(?<![.\w])home(?=: home\(on:)", "isolation", r"Tests/TroupeTests/", None, "code")
rule(r"(?<![.\w])home(?=\(on:)", "storeIsolation", r"Tests/TroupeTests/|Sources/Troupe", None, "code")
rule(r"(?<![.\w])home(?=: (?:storeIsolation\(on:|runtime\.isolation))", "isolation", r"Tests/TroupeTests/", None, "code")
rule(r"^- \*\*Home\*\*", "- **Isolation**", r".*Glossary\.md")

rule(r"\bActivity\b", "EffectRuntimeState", TROUPE, None, "swift")
rule(r"``Activity``", "``EffectRuntimeState``", INSIDE)
rule(r"\brunningActivity\b", "runningEffectState", TROUPE)
rule(r"\bmakeActivity\b", "makeEffectState", TROUPE)
rule(r"\bactivity\b", "effectState", TROUPE, None, "code")

name("StateAccess", "StoreCoreProtocol", "Sources|Tests|CONTRIBUTING")
part(r"\bLastingPart\b", "PermanentScope")
part(r"\bPartAccess\b", "OptionalLens")
part(r"\bPartWatch\b", "ValueObservation")
part(r"\bPartWaiter\b", "ValueWaiter")
part(r"\bPartKey\b", "ObservationKey")
rule(r"^- \*\*Part access\*\*", "- **Optional lens**", r".*Glossary\.md")
part(r"\bNumberedState\b", "IdentityKey")
part(r"\bRuntime\+Successors\b", "Runtime+IdentityChanges")
rule(r"\bsuccessors\b", "identityChanges", TROUPE, None, "code")
rule(r"\bforgetSuccessors\b", "forgetIdentityChanges", TROUPE)
rule(r"\bfunc follow\((?=_ old)", "func recordIdentityChange(", r"Sources/Troupe/Tree/")
rule(r"\bruntime\.follow\(", "runtime.recordIdentityChange(", r"Sources/Troupe/|Tests/TroupeTests/")
part(r"\branByHand\b", "reducedDirectly")

# ---------------------------------------------------------------- waits, replies, and others

WAITS = r"Sources/Troupe/Runtime/Tasks/Wait|Sources/TroupeDurable/Directory/Opening\.swift"
rule(r"(?<=struct )Waits\b|(?<=extension )Waits\b|(?<=Locked\()Waits\b", "WaitGraph", WAITS)
rule(r"(?<![\w.])Waits(?=\.(all|wait|Awaited|Wait|Circle|Cycle)\b)", "WaitGraph", r"Sources|Tests")
rule(r"(?<=Tasks/)Waits(?=\.swift)", "WaitGraph")
rule(r"``Waits``", "``WaitGraph``", INSIDE)
rule(r"\bCircle\b", "Cycle", WAITS)
rule(r"\bisCircle\b", "isCycle", WAITS + r"|\.ci/mutant-sample")
CIRCLES = WAITS + r"|.*EffectsAndCancellation\.md|.*ContractStore\.md|Tests/TroupeTests/Store/EffectWaitTests|Tests/TroupeTests/Store/Ask"
rule(r"\bcircle(s?)\b", r"cycle\1", CIRCLES)

part("LiveReplies", "ReplyRegistry")
part(r"\bRememberedAction\b", "ActionSummary")
SUMMARIES = r"Sources/Troupe/(Runtime|Instrumentation)/|Tests/TroupeTests/Runtime/"
rule(r"\bstandIn\b", "makeSummary", SUMMARIES)
rule(r"///   - remembered: ", "///   - causeSummary: ", SUMMARIES)
rule(r"\bremembering\b", "summary", SUMMARIES, None, "code")
rule(r"\bremembered\b", "causeSummary", SUMMARIES, None, "code")

rule(r"\bMoment\b", "MonotonicInstant", r"Sources|Tests|CONTRIBUTING", None, "swift")
rule(r"(?<=struct )Once\b|\bOnce(?=\(\))", "OneShot", r"Sources/Troupe/")
rule(r"(?<=Tracing/)Once(?=\.swift)", "OneShot")
part(r"\bBegunFlag\b", "AtomicOneShot")
part(r"\bTaskMark\b", "TaskIdentity")

NOTES = r"Sources/(Troupe/(Tree|Observation|Runtime|Instrumentation|Reducer)/|TroupeCollections/|TroupeDependencies/TaskDependencies|TroupeDurable/(Folder|Directory)/|TroupeTesting/(Scheduler|TestStore)/)"
rule(r"(?<![\w\"])note(?=[(<])", "record", NOTES, None, "code")
rule(r"\bnote(?=[A-Z])", "record", NOTES, None, "code")
rule(r"\bnotes(?=[A-Z])", "records", NOTES, None, "code")
rule(r"\bNoted\b", "Recorded", r"Sources/Troupe/Observation/", None, "code")
rule(r"\bnoted\b", "recorded", r"Sources/Troupe/Observation/", None, "code")
rule(r"(?<=/// )Notes(?= )", "Records", NOTES)
rule(r"``(\w+)/note(?=[A-Z(])", r"``\1/record", NOTES + "|" + INSIDE)
rule(r"\bnoteIdleness\b", "recordIdleness", r"Sources/Troupe/|Tests/TroupeTests/Runtime/|\.ci/")

rule(r"^\| the parts of a program get their sites in the tree of features \| \*\*place\*\* \|",
     "| the parts of an effect get their features in the tree | **resolve** |", r".*Glossary\.md")

# Articles.
VOWELS = r"(?:ActiveSub|EffectT|EffectR|Unresolved|AnyW|AnyA|AnyQ|AnyI|OptionalLens|ObserverL|OperatorT|OneShot|AtomicOne|IdentityKey|ObservationKey|ActionSummary)"
CONSONANTS = r"(?:ReportedIssue|CallSite|Subscription|QueuedAction|ReplyRegistry|SubtaskContext|ResolvedEffect|ResolutionContext|StoredState|ScheduledKey)"
rule(rf"\b([Aa]) (`*)(?={VOWELS})", r"\1n \2", kind="prose")
rule(rf"\b([Aa])n (`*)(?={CONSONANTS})", r"\1 \2", kind="prose")
rule(r"\bA \*\*observer list", "An **observer list", INSIDE)

# ---------------------------------------------------------------- names of files and folders

PATHS = [
    (r"(^|/)Departure(?=\.swift|Tests\.swift)", r"\1Divergence"),
    (r"(^|/)OldState(?=\.swift|Tests\.swift)", r"\1StoredState"),
    (r"(^|/)DueKey(?=\.swift|Tests\.swift)", r"\1ScheduledKey"),
    (r"(?<=Effect/)WhenFull(?=\.swift)", "LimitOverflow"),
    (r"PuttingAway", "Passivation"),
    (r"(?<=Sources/TroupeDiagnostics/)Issue(?=\.swift)", "ReportedIssue"),
    (r"(^|/)SourceLocation(?=\.swift|Tests\.swift)", r"\1CallSite"),
    (r"ContractDeclarations(?=\.md)", "ContractDeclaredEffects"),
    (r"(?<=Runtime/)Declarations(?=/)", "Subscriptions"),
    (r"HostedDeclarations", "HostedSubscriptions"),
    (r"StoreDeclaration(?=Tests)", "StoreSubscription"),
    (r"(?<=Sources/Troupe/)(.*)Declaration", r"\1Subscription"),
    (r"(?<=Tests/TroupeTests/)(?!Guides)(.*)Declaration(?!Grammar)", r"\1Subscription"),
    (r"SubscriberList", "ObserverList"),
    (r"(?<=Program/)Pause(?=\.swift)", "OperatorTimer"),
    (r"PieceTask", "SubtaskContext"),
    (r"ErasedDelivery", "AnyQueuedAction"), (r"ErasedWork", "AnyWork"), (r"ErasedInstant", "AnyInstant"),
    (r"(?<=Program/)Delivery(?=\.swift)", "QueuedAction"),
    (r"LeafMap", "EffectTransform"),
    (r"PlacedProgram", "ResolvedEffect"),
    (r"(?<=Program/)Program(?=\.swift)", "UnresolvedEffect"),
    (r"(?<=Sources/Troupe/Tree/)Program\+Placing", "UnresolvedEffect+Resolving"),
    (r"(?<=Sources/Troupe/Tree/)ChildOperator\+Placing", "ChildOperator+Resolving"),
    (r"EffectSite(?=\.swift)", "ResolutionContext"),
    (r"(?<=Core/)Home(?=\.swift)", "StoreIsolation"), (r"(?<=Core/)Home(?=Tests\.swift)", "StoreIsolation"),
    (r"(?<=Core/)Activity(?=\.swift)", "EffectRuntimeState"),
    (r"(?<=Core/)StateAccess(?=\.swift)", "StoreCoreProtocol"),
    (r"PartAccess", "OptionalLens"), (r"PartWatch", "ValueObservation"),
    (r"Runtime\+Successors", "Runtime+IdentityChanges"),
    (r"(?<=Tasks/)Waits(?=\.swift|Tests\.swift)", "WaitGraph"),
    (r"LiveReplies", "ReplyRegistry"),
    (r"(^|/)Moment(?=\.swift|Tests\.swift)", r"\1MonotonicInstant"),
    (r"(?<=Tracing/)Once(?=\.swift)", "OneShot"),
    (r"TaskMark(?=\.swift|Tests\.swift)", "TaskIdentity"),
]
PATHS = [(re.compile(old), new) for old, new in PATHS]

SKIPPED = re.compile(
    r"\.(jsonl|png|svg|resolved|sql|js|css|html|json|yml|yaml|conf)$|^LICENSE$|ReleaseNotes\.md$|^\.ci/mutation/|Fixtures/"
)
LISTS = re.compile(r"^\.ci/(mutant-sample|equivalent-mutants)\.txt$")
TEXT_ENDS = re.compile(r"\.(swift|md|txt|py|sh)$|^\.ci/|(^|/)(check-api|Dockerfile)$")


def renamed_path(path):
    for old, new in PATHS:
        path = old.sub(new, path)
    return path


def split_comment(line):
    """Splits a line of Swift into code and comment."""
    stripped = line.lstrip()
    if stripped.startswith("//"):
        return "", line
    found = re.search(r"(?<![:\"\w/])//(?= )", line)
    # A slash in a string isn't a comment.
    if found and line[: found.start()].count('"') % 2 == 0:
        return line[: found.start()], line[found.start():]
    return line, ""


RULES_OF = {}


def rules_of(path):
    """The rules that apply in a file."""
    if path not in RULES_OF:
        RULES_OF[path] = [
            (pattern, new, kind)
            for pattern, new, where, unless, kind in RULES
            if not (where and not where.match(path)) and not (unless and unless.match(path))
        ]
    return RULES_OF[path]


def apply(path, line, is_swift, is_list):
    for pattern, new, kind in rules_of(path):
        if kind == "swift" and not (is_swift or is_list):
            continue
        if kind == "code":
            if is_swift:
                code, comment = split_comment(line)
                line = pattern.sub(new, code) + comment if code else line
                continue
            if not is_list:
                continue
        if kind == "prose" and is_swift:
            code, comment = split_comment(line)
            if comment:
                line = code + pattern.sub(new, comment)
            elif '"' in line or is_text_line(line):
                line = pattern.sub(new, line)
            continue
        line = pattern.sub(new, line)
    return line


def is_text_line(line):
    """Whether a line may be one of a text of several lines."""
    return re.match(r"^\s*[A-Za-z`\\][^{}();=]*[.,\\`a-z]$", line.rstrip()) is not None


def new_text(path, text):
    is_swift, is_list = path.endswith(".swift"), LISTS.match(path) is not None
    # A verb that is divided between two lines of a comment.
    text = re.sub(r"\bput(\n *///? )away\b([.,;:]?)(?: |(?=\n))", r"passivate\2\1", text) if is_swift else text
    text = re.sub(r"\n *///? \n", "\n", text) if is_swift and "passivate" in text else text
    lines, current = [], path
    for line in text.split("\n"):
        if is_list and re.match(r"^(Sources|Examples|Tests)/\S+\.swift$", line):
            # The lines below are of this file.
            current = line
        lines.append(apply(current if is_list else path, line, is_swift, is_list))
    if is_list:
        lines = [
            renamed_path(line) if re.match(r"^(Sources|Examples|Tests)/\S+\.swift$", line) else line for line in lines
        ]
    return "\n".join(lines)


LIMIT = 110


def reflow(text, before):
    """Moves the last words of comments that became too long to the next line."""
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        found = re.match(r"^(\s*///? )(\s*(?:- |\d+\. )?)(.*)$", line)
        if not found or len(line) <= LIMIT or line in before or " " not in found[3]:
            index += 1
            continue
        prefix, lead, words = found[1], found[2], found[3].split(" ")
        rest = []
        while len(words) > 1 and len(prefix + lead + " ".join(words)) > LIMIT:
            rest.insert(0, words.pop())
        indent = " " * len(lead)
        lines[index] = prefix + lead + " ".join(words)
        following = lines[index + 1] if index + 1 < len(lines) else ""
        continued = re.match(r"^(\s*///? )(\s*)(\S.*)$", following)
        joins = (
            continued
            and continued[1] == prefix
            and len(continued[2]) == len(lead)
            and not re.match(r"^(- |\d+\. |```|#|\||- Parameter|- Returns|- Throws|MARK|TODO)", continued[3])
        )
        # The text of a doc comment's list may continue with a smaller indentation than ours.
        if joins:
            lines[index + 1] = prefix + indent + " ".join(rest) + " " + continued[3]
        else:
            lines.insert(index + 1, prefix + indent + " ".join(rest))
        index += 1
    return "\n".join(lines)


def sort_api(text):
    out, section = [], []
    for line in text.split("\n"):
        if line.startswith("#") or not line:
            out += sorted(section)
            section = []
            out.append(line)
        else:
            section.append(line)
    return "\n".join(out + sorted(section))


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    arguments = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    os.chdir(arguments[0] if arguments else ".")
    is_dry = "--dry" in sys.argv
    changed, moved = [], []
    paths = run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    for path in paths:
        if SKIPPED.search(path) or not TEXT_ENDS.search(path) or not os.path.isfile(path) or os.path.islink(path):
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        new = new_text(path, text)
        if path.endswith(".swift") and new != text:
            new = reflow(new, set(text.split("\n")))
        if path == ".ci/public-api.txt":
            new = sort_api(new)
        target = renamed_path(path)
        if new != text:
            changed.append(target)
            if not is_dry:
                with open(path, "w", encoding="utf-8") as file:
                    file.write(new)
        if target != path:
            moved.append((path, target))
            if not is_dry:
                if os.path.exists(target):
                    sys.exit(f"{path} can't become {target}, which exists.")
                os.makedirs(os.path.dirname(target), exist_ok=True)
                is_tracked = subprocess.run(
                    ["git", "ls-files", "--error-unmatch", path], capture_output=True
                ).returncode == 0
                if is_tracked:
                    run("git", "mv", path, target)
                else:
                    os.rename(path, target)
    print(f"{len(changed)} files changed, {len(moved)} moved.")
    if is_dry or not (changed or moved):
        return
    if os.path.exists(".ci/check-arrows"):
        subprocess.run([".ci/check-arrows", "--write"], check=False)
    swift = [path for path in changed if path.endswith(".swift")]
    if "--no-format" not in sys.argv and swift:
        for start in range(0, len(swift), 100):
            subprocess.run(
                ["swift", "format", "format", "--in-place", "--configuration", ".swift-format"] + swift[start:start + 100],
                check=True,
            )


main()
