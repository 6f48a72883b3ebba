import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { copyToClipboard } from '../clipboard.ts'
import { type Command, getText } from '../command.ts'
import { findPrompt, getSiteOfLink } from '../prompt-reference.ts'
import { openSession } from '../session.ts'
import { toSafeLine } from '../terminal.ts'
import { warnOfHiddenText } from '../warn-of-hidden-text.ts'
import { requireWholePrompt } from './fill.ts'

export const copy: Command = {
  name: 'copy',
  usage: 'ID|LINK',
  summary: 'Copy a prompt to the clipboard as it is written',
  details: '`fill --copy` copies it with its blanks filled in.',
  words: [1, 1],
  options: {},
  run: async ({ values, positionals: [written = ''], terminal }) => {
    const session = await openSession({ site: getText(values, 'site') ?? getSiteOfLink(written) })
    const post = requireWholePrompt(session, await findPrompt(session, written))
    const status = copyToClipboard(readByForm(post.prompt, post.form))
    warnOfHiddenText(terminal, post)
    terminal.print(`“${toSafeLine(post.title)}” is ${status}.`)
    terminal.printJson({ id: post.id, title: post.title, length: post.promptLength })
  },
}
