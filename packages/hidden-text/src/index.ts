import { findEncodedCommands } from './encoded-commands.ts'
import type { Finding } from './finding.ts'
import { findExfiltration, findOverrides } from './instructions.ts'
import { findDirectionOverrides, findInvisible } from './invisible.ts'
import { findDisguisedLinks } from './links.ts'
import { findNetworkScripts } from './network-scripts.ts'

export { type Finding, type HiddenKind, hiddenKinds } from './finding.ts'
export { describeRun, showInvisible, stripInvisible } from './invisible.ts'

/**
 * Finds what a text hides from its reader, in the order of the text. Takes linear time, also for hostile texts.
 */
export const findHidden = (text: string): Finding[] =>
  [
    ...findInvisible(text),
    ...findDirectionOverrides(text),
    ...findEncodedCommands(text),
    ...findNetworkScripts(text),
    ...findDisguisedLinks(text),
    ...findOverrides(text),
    ...findExfiltration(text),
  ].sort((a, b) => a.start - b.start || a.end - b.end)
