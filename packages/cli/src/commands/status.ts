import { exitCodes } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import type { Pair } from '../compare-sides.ts'
import { readFolder } from '../synced-folder.ts'
import { countOf, toSafeLine } from '../terminal.ts'

export const status: Command = {
  name: 'status',
  usage: '',
  summary: 'Say what has changed in a folder, and what on the site',
  details: 'Changes nothing. The exit code is 3 if a prompt has been changed on both sides.',
  words: [0, 0],
  options: {
    dir: { type: 'string', description: 'the folder, the current one by default', value: 'DIR' },
  },
  run: async ({ values, terminal }) => {
    const folder = await readFolder({ dir: getText(values, 'dir'), site: getText(values, 'site') })
    const { pairs, root, session, lock, ignored } = folder
    const changed = pairs
      .filter(({ here, onSite }) => !isQuiet(here) || !isQuiet(onSite))
      .concat(pairs.filter(isOnlyMarked))
    terminal.note(`${root} and ${session.site} (${lock.account})\n`)
    for (const pair of changed) {
      const [label, color] = describe(pair)
      const title = pair.file ?? `${pair.card?.title ?? 'prompt'} (${pair.id})`
      const fault = pair.local?.fault ? terminal.style('red', `  ${pair.local.fault}`) : ''
      terminal.print(`${terminal.style(color, label.padEnd(34))} ${toSafeLine(title)}${fault}`)
    }
    const unchanged = pairs.length - changed.length
    terminal.print(
      changed.length === 0
        ? `Everything is up to date: ${countOf(unchanged, 'prompt')}.`
        : terminal.style('dim', `\n${unchanged} unchanged`),
    )
    if (ignored.length > 0)
      terminal.note(
        `Without a title in front matter, so no prompts: ${toSafeLine(ignored.slice(0, 3).join(', '))}${ignored.length > 3 ? ` and ${ignored.length - 3} more` : ''}.`,
      )
    terminal.printJson({
      site: session.site,
      account: lock.account,
      folder: root,
      unchanged,
      ignored,
      changes: changed.map(({ file, id, here, onSite, isConflict, local, card }) => ({
        file,
        id,
        title: card?.title ?? local?.fields?.title ?? null,
        here,
        onSite,
        isConflict,
        ...(local?.fault && { fault: local.fault }),
      })),
    })
    return changed.some(({ isConflict }) => isConflict) ? exitCodes.conflict : exitCodes.ok
  },
}

const isQuiet = (change: Pair['here']): boolean => change === 'same' || change === 'none'

/** A conflict that was found before is one until somebody resolves it. */
const isOnlyMarked = ({ here, onSite, isConflict }: Pair): boolean =>
  isConflict && isQuiet(here) && isQuiet(onSite)

const describe = ({ here, onSite, isConflict, entry }: Pair): [string, 'red' | 'green' | 'yellow'] => {
  if (entry?.conflict) return ['conflict, waits for `resolve`', 'red']
  const parts = [
    ...(isQuiet(here) ? [] : [`${here} here`]),
    ...(isQuiet(onSite) ? [] : [`${onSite} on the site`]),
  ]
  return [parts.join(', '), isConflict ? 'red' : isQuiet(here) ? 'yellow' : 'green']
}
