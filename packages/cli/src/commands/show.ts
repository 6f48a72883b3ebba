import { type GetPostsByIdExportData, getPostsByIdExport } from '@prompt-collection/client'
import { getDistinctBlanks } from '@prompt-collection/prompt-blanks'
import { readByForm } from '@prompt-collection/prompt-blanks/read-by-form'
import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { usageError } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import { findPrompt, getPromptUrl, getSiteOfLink } from '../prompt-reference.ts'
import { openSession } from '../session.ts'
import { toSafeLine, toSafeText } from '../terminal.ts'
import { warnOfHiddenText } from '../warn-of-hidden-text.ts'

const formats = [
  'markdown',
  'text',
  'skill',
  'prompt-file',
  'dotprompt',
  'promptfoo',
  'openai',
  'anthropic',
] as const satisfies GetPostsByIdExportData['query']['format'][]

export const show: Command = {
  name: 'show',
  usage: 'ID|LINK',
  summary: 'Show a prompt, or print it as a file of another program',
  words: [1, 1],
  options: {
    format: {
      type: 'string',
      description: 'print the prompt in this format, and nothing else',
      value: formats.join('|'),
      choices: formats,
    },
  },
  run: async ({ values, positionals: [written = ''], terminal }) => {
    const session = await openSession({ site: getText(values, 'site') ?? getSiteOfLink(written) })
    const { site, api, isSignedIn } = session
    const post = await findPrompt(session, written)
    warnOfHiddenText(terminal, post)
    const chosen = getText(values, 'format')
    const format = formats.find((name) => name === chosen)
    if (chosen !== undefined && !format) throw usageError(`--format must be ${formats.join(', ')}.`)
    if (format) {
      const { data } = await getPostsByIdExport({
        ...api,
        path: { id: post.id },
        query: { format },
        parseAs: 'text',
      })
      const text = String(data)
      if (terminal.isJson) terminal.printJson({ id: post.id, format, text })
      else terminal.write(text)
      return
    }
    const dim = (text: string) => terminal.style('dim', toSafeLine(text))
    terminal.print(terminal.style('bold', toSafeLine(post.title)))
    terminal.print(
      dim(
        [`@${post.user.username}`, post.topic?.name, post.isPrivate && 'private', post.type, ...post.models]
          .filter(Boolean)
          .join(' · '),
      ),
    )
    const details = [
      ...(post.tags.length > 0 ? [post.tags.map((tag) => `#${tag}`).join(' ')] : []),
      ...(post.license === 'unspecified' ? [] : [post.license]),
      ...(post.sourceUrl ? [`from ${post.sourceUrl}`] : []),
    ]
    if (details.length > 0) terminal.print(dim(details.join(' · ')))
    terminal.print(dim(getPromptUrl(site, post.id)))
    terminal.print(`\n${toSafeText(post.description)}\n`)
    terminal.print(terminal.style('dim', '─'.repeat(Math.min(process.stdout.columns || 80, 80))))
    terminal.print(toSafeText(readByForm(post.prompt, post.form, post.promptTruncated)))
    if (post.promptTruncated)
      terminal.note(
        isSignedIn
          ? '\nThis is the beginning of the prompt: the token lacks the scope `read`.'
          : '\nThis is the beginning of the prompt. Sign in to read all of it: `prompt-collection login`.',
      )
    const blanks = getDistinctBlanks(splitByForm(post.prompt, post, post.promptTruncated)).map(
      ({ name }) => name,
    )
    if (blanks.length > 0)
      terminal.note(
        `\nBlanks: ${toSafeLine(blanks.join(', '))}. \`prompt-collection fill ${post.id}\` asks for them.`,
      )
    const { comments: _, commentsAfter: __, ...shown } = post
    terminal.printJson({ ...shown, url: getPromptUrl(site, post.id), blanks })
  },
}
