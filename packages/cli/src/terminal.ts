import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { styleText } from 'node:util'
import { CliError, exitCodes, usageError } from './cli-error.ts'

type Style = Parameters<typeof styleText>[0]

const hasColors = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && stream.hasColors()

/** Matches control characters, and the marks that change the direction of the text after them. */
const UNSAFE = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

/** Returns a text of another person so that it cannot send commands to the terminal. */
export const toSafeText = (text: string): string => text.replaceAll('\r\n', '\n').replace(UNSAFE, '')

/** Returns a text of another person so that characters that nobody can see are seen, as an agent reads them, too. */
export const revealInvisible = (text: string): string =>
  text.replace(
    /(?!\u200D|\uFE0F)[\p{Default_Ignorable_Code_Point}\p{Cf}]|[^\P{Cc}\n\t]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )

/** Returns a text of another person as one line. */
export const toSafeLine = (text: string): string => toSafeText(text).replace(/\s+/g, ' ').trim()

/** Writes results to stdout, and everything else to stderr. */
export type Terminal = {
  isJson: boolean
  /** Prints a line of a result, unless the result is JSON. */
  print(text?: string): void
  /** Prints the result as JSON, if the command was asked to. */
  printJson(value: unknown): void
  /** Writes a text as it is: without control characters to a terminal, and byte for byte to a file or another program. */
  write(text: string): void
  /** Says what happens, on stderr. */
  note(text: string): void
  style(style: Style, text: string): string
  /** Asks for a line. Fails if there is nobody to answer. */
  ask(question: string, without: string): Promise<string>
  askSecretly(question: string): Promise<string>
  /** Asks whether to go on. `--yes` answers. */
  confirm(question: string): Promise<void>
}

/** Stands for the output of a prompt for a secret, which is not shown. */
const createSilentOutput = () => new Writable({ write: (_chunk, _encoding, done) => done() })

const isInteractive = () => process.stdin.isTTY === true && process.stderr.isTTY === true

const askLine = async (question: string, isSecret = false): Promise<string> => {
  process.stderr.write(question)
  const reader = createInterface({
    input: process.stdin,
    output: isSecret ? createSilentOutput() : process.stderr,
    terminal: true,
  })
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('line', resolve)
      const stop = () => reject(new CliError('Stopped', exitCodes.interrupted))
      reader.once('SIGINT', stop)
      reader.once('close', stop)
    })
  } finally {
    reader.close()
    if (isSecret) process.stderr.write('\n')
  }
}

export const createTerminal = ({ isJson, isYes }: { isJson: boolean; isYes: boolean }): Terminal => ({
  isJson,
  print: (text = '') => {
    if (!isJson) process.stdout.write(`${text}\n`)
  },
  printJson: (value) => {
    if (isJson) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  },
  write: (text) => {
    process.stdout.write(process.stdout.isTTY ? toSafeText(text) : text)
  },
  note: (text) => {
    process.stderr.write(`${text}\n`)
  },
  style: (style, text) =>
    // The option lets this decide, because newer versions of Node also look at stdout themselves.
    hasColors(process.stdout) && !isJson ? styleText(style, text, { validateStream: false }) : text,
  ask: async (question, without) => {
    if (!isInteractive()) throw usageError(without)
    return askLine(question)
  },
  askSecretly: async (question) => {
    if (!isInteractive()) return (await readStdin()).trim()
    return (await askLine(question, true)).trim()
  },
  confirm: async (question) => {
    if (isYes) return
    if (!isInteractive())
      throw usageError('Nobody can answer here, so nothing was done.', 'Add --yes to go on without asking.')
    const answer = await askLine(`${question} [y/N] `)
    if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was done.', exitCodes.interrupted)
  },
})

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Reads everything that another program, a file or a person sends. */
export const readStdin = async (): Promise<string> => {
  if (process.stdin.isTTY) process.stderr.write('Type the text, and press Ctrl+D on a line of its own.\n')
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
