import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

/** Scripts whose words touch each other, and Korean, whose particles are attached to words. */
const ATTACHED = new RegExp(String.raw`[[${UNSPACED_SCRIPTS}\p{scx=Hang}]--\p{P}]`, 'v')
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g

/** Returns a word or phrase as it is compared: in lower case and with single spaces. */
export const normalizeWord = (text: string): string =>
  text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Returns a regular expression, for PostgreSQL's `~*`, that finds a normalized word or phrase: whole words only, unless
 * its first or last character belongs to a script whose words are not separated.
 */
export const buildWordPattern = (word: string): string => {
  const text = word.replace(SPECIAL, String.raw`\$&`).replaceAll(' ', String.raw`\s+`)
  const characters = [...word]
  const before = ATTACHED.test(characters[0] ?? '') ? '' : String.raw`(?<!\w)`
  const after = ATTACHED.test(characters.at(-1) ?? '') ? '' : String.raw`(?!\w)`
  return before + text + after
}
