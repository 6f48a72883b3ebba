import type { Command, CommandOption } from './command.ts'

type Options = Record<string, CommandOption>

const WIDTH = 26

const renderOptions = (options: Options): string =>
  Object.entries(options)
    .map(([name, { short, value, description }]) => {
      const written = `  ${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
      const gap = written.length < WIDTH ? ' '.repeat(WIDTH - written.length) : `\n${' '.repeat(WIDTH)}`
      return `${written}${gap}${description}\n`
    })
    .join('')

export const renderHelp = (commands: readonly Command[], shared: Options): string =>
  `Finds, fills in and syncs the prompts of a Prompt Collection.

Usage: prompt-collection COMMAND [OPTIONS]

Commands:
${commands.map(({ name, summary }) => `  ${name.padEnd(WIDTH - 2)}${summary}\n`).join('')}
Options of every command:
${renderOptions(shared)}
Begin with: prompt-collection login https://prompts.example
`

export const renderCommandHelp = (
  { name, usage, summary, details, options }: Command,
  shared: Options,
): string =>
  `${summary}.

Usage: prompt-collection ${name}${usage && ` ${usage}`} [OPTIONS]
${details ? `\n${details}\n` : ''}
Options:
${renderOptions(options)}${renderOptions(shared)}`
