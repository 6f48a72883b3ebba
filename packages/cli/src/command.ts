import type { ExitCode } from './cli-error.ts'
import type { Terminal } from './terminal.ts'

/** An option, as `parseArgs` reads it and as the help and the completion show it. */
export type CommandOption = {
  type: 'string' | 'boolean'
  description: string
  /** What stands for the value in the help. */
  value?: string
  multiple?: boolean
  short?: string
  /** The values among which the completion chooses. */
  choices?: readonly string[]
}

export type OptionValues = { [name: string]: string | boolean | (string | boolean)[] | undefined }

export type CommandContext = {
  values: OptionValues
  positionals: string[]
  terminal: Terminal
}

/** A command of the command line. It returns its exit code, or nothing if all went well. */
export type Command = {
  name: string
  usage: string
  summary: string
  details?: string
  options: Record<string, CommandOption>
  /** How many words follow the command. */
  words: [min: number, max: number]
  run(context: CommandContext): Promise<ExitCode | undefined>
}

/** Returns the value of an option that is a text. */
export const getText = (values: OptionValues, name: string): string | undefined => {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns the values of an option that can be repeated. */
export const getTexts = (values: OptionValues, name: string): string[] =>
  [values[name] ?? []].flat().filter((value) => typeof value === 'string')
