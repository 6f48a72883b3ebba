import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CliError, exitCodes, usageError } from './cli-error.ts'
import type { Command, CommandOption } from './command.ts'
import { createCompletion } from './commands/completion.ts'
import { copy } from './commands/copy.ts'
import { fill } from './commands/fill.ts'
import { install } from './commands/install.ts'
import { login, logout, whoami } from './commands/login.ts'
import { pull } from './commands/pull.ts'
import { push } from './commands/push.ts'
import { resolve } from './commands/resolve.ts'
import { save } from './commands/save.ts'
import { search } from './commands/search.ts'
import { show } from './commands/show.ts'
import { status } from './commands/status.ts'
import { renderCommandHelp, renderHelp } from './render-help.ts'
import { createTerminal } from './terminal.ts'

/** The options that every command has. */
const sharedOptions: Record<string, CommandOption> = {
  site: { type: 'string', description: 'the site, if it is not the one of the last login', value: 'SITE' },
  json: { type: 'boolean', description: 'print the result as one JSON document' },
  help: { type: 'boolean', short: 'h', description: 'show this help' },
}

const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  search,
  show,
  copy,
  fill,
  save,
  pull,
  push,
  status,
  resolve,
  install,
  createCompletion(() => commands, sharedOptions),
]

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

const findCommand = (name: string): Command => {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  throw usageError(`There is no command ${name}.`, 'Run `prompt-collection --help` for the list.')
}

const parse = (command: Command, words: string[]) => {
  try {
    const options = { ...command.options, ...sharedOptions }
    return parseArgs({ args: words, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw usageError((error as Error).message, `Run \`prompt-collection ${command.name} --help\`.`)
  }
}

const run = async (words: string[]): Promise<number> => {
  const [name, ...rest] = words
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && !rest[0])) {
    process.stdout.write(renderHelp(commands, sharedOptions))
    return name === undefined ? exitCodes.usage : exitCodes.ok
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${readVersion()}\n`)
    return exitCodes.ok
  }
  if (name === 'help') {
    process.stdout.write(renderCommandHelp(findCommand(rest[0] ?? ''), sharedOptions))
    return exitCodes.ok
  }
  const command = findCommand(name)
  const { values, positionals } = parse(command, rest)
  if (values.help) {
    process.stdout.write(renderCommandHelp(command, sharedOptions))
    return exitCodes.ok
  }
  const [min, max] = command.words
  if (positionals.length < min || positionals.length > max)
    throw usageError(
      `Write it like \`prompt-collection ${command.name}${command.usage && ` ${command.usage}`}\`.`,
      `Run \`prompt-collection ${command.name} --help\`.`,
    )
  const terminal = createTerminal({ isJson: values.json === true, isYes: values.yes === true })
  return (await command.run({ values, positionals, terminal })) ?? exitCodes.ok
}

/** Says what happened and what to do next, on stderr, and with `--json` on stdout, too. */
const reportError = (error: unknown): number => {
  const { message, hint, exitCode } =
    error instanceof CliError
      ? error
      : {
          message: `Something went wrong: ${(error as Error).message}`,
          hint: undefined,
          exitCode: exitCodes.failure,
        }
  process.stderr.write(`${message}\n${hint ? `${hint}\n` : ''}`)
  if (process.argv.includes('--json'))
    process.stdout.write(
      `${JSON.stringify({ error: { message, exitCode, ...(hint && { hint }) } }, null, 2)}\n`,
    )
  return exitCode
}

// A program that reads only the beginning, such as `head`, has all that it needs.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1))

process.exitCode = await run(process.argv.slice(2)).catch(reportError)
