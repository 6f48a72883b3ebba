import type { PostPage } from '@prompt-collection/client'
import { listHiddenKinds } from '@prompt-collection/hidden-text/describe'
import type { Terminal } from './terminal.ts'

/** Says on stderr what the texts of a prompt contain that its readers may not notice. */
export const warnOfHiddenText = (terminal: Terminal, { hiddenText = [] }: PostPage): void => {
  for (const name of ['title', 'description', 'prompt'] as const) {
    const found = hiddenText.filter(({ field }) => field === name)
    if (found.length > 0) terminal.note(`Warning: the ${name} contains ${listHiddenKinds(found)}.`)
  }
}
