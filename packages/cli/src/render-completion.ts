import type { Command, CommandOption } from './command.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

type Options = Record<string, CommandOption>

const flagsOf = (options: Options): string[] =>
  Object.entries(options).flatMap(([name, { short }]) => [`--${name}`, ...(short ? [`-${short}`] : [])])

/** The commands whose words are files. The others take ids, which nothing can complete. */
const takesFiles = ({ usage }: Command): boolean => usage.includes('FILE')

/** Returns the script with which a shell completes the commands and their options. */
export const renderCompletion = (shell: Shell, commands: readonly Command[], shared: Options): string =>
  renderers[shell](commands, shared)

const choicesOf = (command: Command): [flag: string, choices: readonly string[]][] =>
  Object.entries(command.options).flatMap(([name, { choices }]) =>
    choices ? [[`--${name}`, choices] as [string, readonly string[]]] : [],
  )

const foldersOf = ({ options }: Command): string[] =>
  Object.entries(options).flatMap(([name, { value }]) => (value === 'DIR' ? [`--${name}`] : []))

const filesOf = ({ options }: Command): string[] =>
  Object.entries(options).flatMap(([name, { value }]) => (value === 'FILE' ? [`--${name}`] : []))

const words = (command: Command): readonly string[] => (command.name === 'completion' ? shells : [])

const renderBash = (
  commands: readonly Command[],
  shared: Options,
): string => `# bash completion for prompt-collection
_prompt_collection() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${[...commands.map(({ name }) => name), ...flagsOf(shared)].join(' ')}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${commands
  .flatMap((command) => [
    ...choicesOf(command).map(
      ([flag, choices]) =>
        `    "${command.name} ${flag}") COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current")); return ;;`,
    ),
    ...foldersOf(command).map(
      (flag) => `    "${command.name} ${flag}") COMPREPLY=($(compgen -d -- "$current")); return ;;`,
    ),
    ...filesOf(command).map(
      (flag) => `    "${command.name} ${flag}") COMPREPLY=($(compgen -f -- "$current")); return ;;`,
    ),
  ])
  .join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${commands
  .map((command) => {
    const listed = [...words(command), ...flagsOf(command.options), ...flagsOf(shared)].join(' ')
    const files = takesFiles(command) ? ' $(compgen -f -- "$current")' : ''
    return `    ${command.name}) COMPREPLY=($(compgen -W "${listed}" -- "$current")${files}) ;;`
  })
  .join('\n')}
  esac
}
complete -F _prompt_collection prompt-collection
`

/** In the descriptions of zsh, these characters end a part. */
const forZsh = (text: string): string =>
  text.replace(/['[\]:]/g, (character) => (character === "'" ? "'\\''" : `\\${character}`))

const zshAction = ({ choices, value }: CommandOption): string => {
  if (choices) return `(${choices.join(' ')})`
  if (value === 'DIR') return '_files -/'
  return value === 'FILE' ? '_files' : ' '
}

const zshOption = (name: string, option: CommandOption): string[] => {
  const rest = `[${forZsh(option.description)}]${option.type === 'string' ? `:${name}:${zshAction(option)}` : ''}`
  const prefix = option.multiple ? '*' : ''
  return [`'${prefix}--${name}${rest}'`, ...(option.short ? [`'${prefix}-${option.short}${rest}'`] : [])]
}

const renderZsh = (commands: readonly Command[], shared: Options): string => `#compdef prompt-collection
_prompt-collection() {
  local -a commands=(
${commands.map(({ name, summary }) => `    '${name}:${forZsh(summary)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands
  .map((command) => {
    const options = [...Object.entries(command.options), ...Object.entries(shared)].flatMap(
      ([name, option]) => zshOption(name, option),
    )
    const rest = takesFiles(command) ? "'*:file:_files'" : `'*:word:(${words(command).join(' ')})'`
    return `    ${command.name}) _arguments ${[...options, rest].join(' ')} ;;`
  })
  .join('\n')}
  esac
}
if [ "$funcstack[1]" = "_prompt-collection" ]; then
  _prompt-collection "$@"
else
  compdef _prompt-collection prompt-collection
fi
`

const forFish = (text: string): string => text.replace(/[\\']/g, (character) => `\\${character}`)

const fishOption = (condition: string, name: string, option: CommandOption): string => {
  const { description, short, type, choices, value } = option
  const takesPath = value === 'DIR' || value === 'FILE'
  return [
    `complete -c prompt-collection${condition} -l ${name}`,
    ...(short ? [`-s ${short}`] : []),
    ...(type === 'string' ? [takesPath ? '-r -F' : '-x'] : []),
    ...(choices ? [`-a '${choices.join(' ')}'`] : []),
    `-d '${forFish(description)}'`,
  ].join(' ')
}

const renderFish = (commands: readonly Command[], shared: Options): string =>
  [
    '# fish completion for prompt-collection',
    'complete -c prompt-collection -f',
    ...commands.flatMap((command) => {
      const isUsed = ` -n '__fish_seen_subcommand_from ${command.name}'`
      return [
        `complete -c prompt-collection -n '__fish_use_subcommand' -a ${command.name} -d '${forFish(command.summary)}'`,
        ...Object.entries(command.options).map(([name, option]) => fishOption(isUsed, name, option)),
        ...(takesFiles(command) ? [`complete -c prompt-collection${isUsed} -F`] : []),
        ...words(command).map((word) => `complete -c prompt-collection${isUsed} -a ${word}`),
      ]
    }),
    ...Object.entries(shared).map(([name, option]) => fishOption('', name, option)),
    '',
  ].join('\n')

const renderers: Record<Shell, (commands: readonly Command[], shared: Options) => string> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
}
