import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/**
 * An estimate of a password's strength. `score` is zxcvbn's score, from 0 to 4; at 3 or more, guessing takes more
 * than 10^8 attempts.
 */
export type PasswordEstimate = { score: number; reason: string }

type Estimator = { zxcvbn: ZxcvbnFactory; common: ReadonlySet<string> }

const MAX_COMMON = 10_000
/**
 * The maximum length passed to zxcvbn. Its run time grows with the length and with substitutions; with these bounds
 * it takes at most 60 ms.
 */
const MAX_LENGTH = 40
const MAX_SUBSTITUTIONS = 10

let loading: Promise<Estimator> | null = null

/** Estimates how easily the password can be guessed by someone who knows these words about its owner. */
export const estimatePasswordStrength = async (
  password: string,
  ownerWords: readonly string[],
): Promise<PasswordEstimate> => {
  loading ??= load()
  const { zxcvbn, common } = await loading
  const { score, feedback } = zxcvbn.check(password.normalize('NFKC'), [...ownerWords])
  if (isVariationOfCommon(password, common)) return { score: Math.min(score, 1), reason: SIMILAR }
  return { score, reason: feedback.warning ?? feedback.suggestions[0] ?? '' }
}

const SIMILAR = 'It is similar to one of the most common passwords.'

/**
 * Loads the estimator. Loading the dictionaries takes 0.3 s and 30 MB, so they are loaded only when the first
 * password is checked.
 */
const load = async (): Promise<Estimator> => {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const { translations } = english
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: {
      ...translations,
      warnings: {
        ...translations.warnings,
        similarToCommon: SIMILAR,
        userInputs: 'It contains your email, your name or the name of the site.',
      },
    },
    maxLength: MAX_LENGTH,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  })
  const mostCommon = common.dictionary['passwords-common'].slice(0, MAX_COMMON)
  return { zxcvbn, common: new Set(mostCommon.map(String)) }
}

/**
 * Characters that usually stand for a letter. `1`, `!` and `|` can each stand for two different letters, so
 * both are tried.
 */
const SUBSTITUTES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
}
const AMBIGUOUS = ['i', 'l']

const MAX_PREFIX = 4
const MAX_SUFFIX = 6
const MIN_CORE = 4

/**
 * Detects a common password disguised by changed case, substitutions, or surrounding digits or symbols, such
 * as `P@ssw0rd2024!`.
 */
const isVariationOfCommon = (password: string, common: ReadonlySet<string>): boolean => {
  const lower = password.normalize('NFKC').toLowerCase()
  const prefixLength = Math.min(/^[^\p{L}]*/u.exec(lower)?.[0].length ?? 0, MAX_PREFIX)
  const suffixLength = Math.min(/[^\p{L}]*$/u.exec(lower)?.[0].length ?? 0, MAX_SUFFIX)
  for (let start = 0; start <= prefixLength; start += 1)
    for (let cut = 0; cut <= suffixLength; cut += 1) {
      const core = lower.slice(start, lower.length - cut)
      if (core.length >= MIN_CORE && spellings(core).some((spelling) => common.has(spelling))) return true
    }
  return false
}

const spellings = (core: string): string[] => [
  core,
  ...AMBIGUOUS.map((letter) =>
    core.replace(/[1!|]/g, letter).replace(/[@4839057$+]/g, (symbol) => SUBSTITUTES[symbol] ?? symbol),
  ),
]
