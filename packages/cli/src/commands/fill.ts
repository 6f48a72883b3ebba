import { readFileSync } from 'node:fs'
import type { PostPage } from '@prompt-collection/client'
import {
  type Blank,
  fillPrompt,
  getBlankLabel,
  getBlankValue,
  getDistinctBlanks,
  isRequiredBlank,
} from '@prompt-collection/prompt-blanks'
import { fillMessages } from '@prompt-collection/prompt-blanks/messages'
import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { CliError, exitCodes, usageError } from '../cli-error.ts'
import { copyToClipboard } from '../clipboard.ts'
import { type Command, getText, getTexts } from '../command.ts'
import { findPrompt, getSiteOfLink } from '../prompt-reference.ts'
import { openSession, type Session } from '../session.ts'
import { readStdin, type Terminal, toSafeLine } from '../terminal.ts'
import { warnOfHiddenText } from '../warn-of-hidden-text.ts'

export const fill: Command = {
  name: 'fill',
  usage: 'ID|LINK',
  summary: 'Fill in the blanks of a prompt, and print it',
  details: `Asks for blanks that are not set. Where nobody can answer, a text on stdin is the value of the one blank that is missing:
  prompt-collection fill 7 --set tone=calm < essay.txt | llm`,
  words: [1, 1],
  options: {
    set: {
      type: 'string',
      multiple: true,
      short: 's',
      description: 'the value of a blank; - reads it from stdin',
      value: 'NAME=VALUE',
    },
    values: { type: 'string', description: 'a JSON file with values by name; - is stdin', value: 'FILE' },
    copy: { type: 'boolean', description: 'copy the text to the clipboard instead of printing it' },
  },
  run: async ({ values, positionals: [written = ''], terminal }) => {
    const session = await openSession({ site: getText(values, 'site') ?? getSiteOfLink(written) })
    const post = requireWholePrompt(session, await findPrompt(session, written))
    warnOfHiddenText(terminal, post)
    const segments = splitByForm(post.prompt, post)
    const blanks = getDistinctBlanks(segments)
    const filled = await readValues(blanks, {
      sets: getTexts(values, 'set'),
      file: getText(values, 'values'),
    })
    await askForMissing(terminal, blanks, filled)
    const text = fillPrompt(segments, filled)
    if (values.copy) {
      terminal.print(`The text is ${copyToClipboard(text)}.`)
    } else if (!terminal.isJson) terminal.write(`${text}\n`)
    const messages = post.form === 'messages' ? { messages: fillMessages(segments, filled) } : {}
    terminal.printJson({ id: post.id, title: post.title, text, ...messages, values: filled })
  },
}

export const requireWholePrompt = ({ site }: Session, post: PostPage): PostPage => {
  if (post.promptTruncated)
    throw new CliError(
      'Visitors can read only the beginning of this prompt.',
      exitCodes.notAllowed,
      `Run \`prompt-collection login ${site}\`.`,
    )
  return post
}

type Values = Record<string, string>

const readValues = async (
  blanks: readonly Blank[],
  { sets, file }: { sets: readonly string[]; file: string | undefined },
): Promise<Values> => {
  const filled: Values = Object.create(null)
  if (file !== undefined)
    Object.assign(filled, parseValues(file === '-' ? await readStdin() : readText(file), file))
  for (const written of sets) {
    const [, name = '', value = ''] = /^([^=]+)=([\s\S]*)$/.exec(written) ?? []
    if (!name) throw usageError(`--set ${written} has no value.`, 'Write it like --set tone=calm.')
    filled[name.trim()] = value === '-' ? (await readStdin()).trim() : value
  }
  const names = blanks.map(({ name }) => name)
  const unknown = Object.keys(filled).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw usageError(
      `The prompt has no blank ${toSafeLine(unknown)}.`,
      names.length > 0 ? `Its blanks are: ${toSafeLine(names.join(', '))}.` : 'It has no blanks.',
    )
  return filled
}

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw usageError(`${file} cannot be read.`)
  }
}

const parseValues = (text: string, file: string): Values => {
  try {
    const values: unknown = JSON.parse(text)
    const isValid =
      typeof values === 'object' &&
      values !== null &&
      Object.values(values).every((value) => typeof value === 'string')
    if (isValid) return values as Values
  } catch {
    // The text is no JSON.
  }
  throw usageError(`${file} must be a JSON object with texts, such as {"tone": "calm"}.`)
}

/** Asks for blanks without a value. Where nobody can answer, stdin has the value of the only one that is missing. */
const askForMissing = async (terminal: Terminal, blanks: readonly Blank[], filled: Values): Promise<void> => {
  const isSet = (blank: Blank) => getBlankValue({ ...blank, fallback: '' }, filled) !== ''
  const missing = blanks.filter((blank) => isRequiredBlank(blank) && !isSet(blank))
  if (process.stdin.isTTY && process.stderr.isTTY) {
    for (const blank of blanks.filter((each) => !isSet(each))) {
      const value = await askForBlank(terminal, blank)
      if (value) filled[blank.name] = value
    }
    return
  }
  const [only] = missing
  if (!only) return
  const text = missing.length === 1 && !process.stdin.isTTY ? (await readStdin()).trim() : ''
  if (text) filled[only.name] = text
  else
    throw usageError(
      `Blanks without a value: ${toSafeLine(missing.map(({ name }) => name).join(', '))}.`,
      `Add ${missing.map(({ name }) => `--set ${/\s/.test(name) ? `'${name}=…'` : `${name}=…`}`).join(' ')}.`,
    )
}

const askForBlank = async (terminal: Terminal, blank: Blank): Promise<string> => {
  const { name, fallback, choices } = blank
  const notes = [choices?.join(', '), fallback && `default: ${fallback}`].filter(Boolean).join('; ')
  const question = toSafeLine(`${getBlankLabel(name)}${notes ? ` (${notes})` : ''}`)
  for (;;) {
    const value = (await terminal.ask(`${question}: `, '')).trim()
    if (value || !isRequiredBlank(blank)) return value
    terminal.note('The prompt needs a value here.')
  }
}
