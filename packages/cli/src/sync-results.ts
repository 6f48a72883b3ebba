import { createPatch } from 'diff'
import { type ExitCode, exitCodes } from './cli-error.ts'
import type { FieldConflict } from './merge.ts'
import type { SyncedFolder } from './synced-folder.ts'
import { type Terminal, toSafeLine, toSafeText } from './terminal.ts'

/** What a command has done with a file, a post or both. */
export type SyncResult = {
  action: keyof typeof actions
  file: string | null
  id: number | null
  message?: string
  /** The fields that both sides have changed, with all three values. */
  conflicts?: FieldConflict[]
}

/** How each action reads, and how it is colored. */
const actions = {
  added: ['added', 'green'],
  updated: ['updated', 'green'],
  merged: ['merged', 'green'],
  linked: ['linked', 'green'],
  created: ['created', 'green'],
  pushed: ['pushed', 'green'],
  'deleted-file': ['deleted', 'yellow'],
  'deleted-post': ['deleted', 'yellow'],
  unchanged: ['unchanged', 'dim'],
  'deleted-here': ['deleted here', 'yellow'],
  'deleted-on-site': ['deleted on the site', 'yellow'],
  'changed-on-site': ['changed on the site', 'yellow'],
  'left-out': ['left out', 'yellow'],
  conflict: ['CONFLICT', 'red'],
  failed: ['FAILED', 'red'],
} as const

const MAX_DIFF_LINES = 30

/** Prints what a command has done, and returns its exit code. */
export const reportResults = (
  terminal: Terminal,
  { root, lock, session }: SyncedFolder,
  results: readonly SyncResult[],
  hints: Partial<Record<keyof typeof actions, string>>,
): ExitCode => {
  const shown = results.filter(({ action }) => action !== 'unchanged')
  for (const { action, file, id, message, conflicts = [] } of shown) {
    const [label, color] = actions[action]
    const name = toSafeLine(file ?? `prompt ${id}`)
    const note = message ? terminal.style('dim', `  ${toSafeText(message)}`) : ''
    terminal.print(`${terminal.style(color, label.padEnd(20))} ${name}${note}`)
    for (const conflict of conflicts) printConflict(terminal, conflict)
  }
  if (shown.length === 0) terminal.print('Everything is up to date.')
  for (const [action, hint] of Object.entries(hints))
    if (shown.some((result) => result.action === action)) terminal.note(hint)
  const files = new Map(Object.entries(lock.prompts).map(([id, { file }]) => [Number(id), file]))
  terminal.printJson({
    site: session.site,
    folder: root,
    results: shown.map((result) => ({ ...result, file: result.file ?? files.get(result.id ?? 0) ?? null })),
  })
  if (shown.some(({ action }) => action === 'conflict')) return exitCodes.conflict
  return shown.some(({ action }) => action === 'failed') ? exitCodes.failure : exitCodes.ok
}

/** Shows all three sides of a field: short texts beside each other, long ones as what each side has changed. */
const printConflict = (terminal: Terminal, { field, before, here, onSite }: FieldConflict): void => {
  const [old, mine, theirs] = [before, here, onSite].map((value) =>
    value === undefined ? undefined : toSafeText(Array.isArray(value) ? value.join(', ') : value),
  )
  const isShort = [old, mine, theirs].every((text = '') => text.length <= 100 && !text.includes('\n'))
  if (isShort) {
    terminal.print(`    ${field} was ${old === undefined ? 'not known here' : `“${old}”`}`)
    terminal.print(`    here:        “${mine}”`)
    terminal.print(`    on the site: “${theirs}”`)
    return
  }
  if (old === undefined)
    printDiff(terminal, `${field} on the site (-) and here (+)`, theirs ?? '', mine ?? '')
  else {
    printDiff(terminal, `${field}, changed here`, old, mine ?? '')
    printDiff(terminal, `${field}, changed on the site`, old, theirs ?? '')
  }
}

const printDiff = (terminal: Terminal, title: string, from: string, to: string): void => {
  terminal.print(`    ${title}:`)
  const lines = createPatch('', `${from}\n`, `${to}\n`, '', '', { context: 1 }).trimEnd().split('\n').slice(4)
  for (const line of lines.slice(0, MAX_DIFF_LINES)) {
    const color = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim'
    terminal.print(`      ${terminal.style(color, line)}`)
  }
  if (lines.length > MAX_DIFF_LINES) terminal.print(`      … ${lines.length - MAX_DIFF_LINES} more lines`)
}
