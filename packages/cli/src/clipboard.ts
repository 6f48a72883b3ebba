import { spawnSync } from 'node:child_process'
import { CliError } from './cli-error.ts'

/** The programs that put a text into the clipboard, by system. */
const programs: Partial<Record<NodeJS.Platform, string[][]>> = {
  darwin: [['pbcopy']],
  // Unlike clip.exe, it takes every character.
  win32: [
    [
      'powershell',
      '-NoProfile',
      '-Command',
      '[Console]::InputEncoding = [Text.Encoding]::UTF8; Set-Clipboard -Value ([Console]::In.ReadToEnd())',
    ],
  ],
}
const others = [
  ['wl-copy'],
  ['xclip', '-selection', 'clipboard'],
  ['xsel', '--clipboard', '--input'],
  ['termux-clipboard-set'],
]

/** Most terminals take at most this much for the clipboard. */
const MAX_TERMINAL_BYTES = 74_000

/**
 * Puts a text into the clipboard: with a program of the system, or through the terminal, which also works over SSH. Returns
 * where the text is: a terminal does not say whether it has taken it.
 */
export const copyToClipboard = (text: string): string => {
  for (const [program = '', ...options] of programs[process.platform] ?? others) {
    const { status, error } = spawnSync(program, options, {
      input: text,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    if (!error && status === 0) return 'in the clipboard'
  }
  const encoded = Buffer.from(text).toString('base64')
  if (process.stderr.isTTY && encoded.length <= MAX_TERMINAL_BYTES) {
    process.stderr.write(`\u001b]52;c;${encoded}\u0007`)
    return 'sent to the clipboard of your terminal'
  }
  throw new CliError(
    'There is no clipboard here.',
    undefined,
    process.platform === 'linux'
      ? 'Install wl-clipboard or xclip, or write the prompt to a file with `prompt-collection show ID --format text`.'
      : 'Write the prompt to a file with `prompt-collection show ID --format text`.',
  )
}
