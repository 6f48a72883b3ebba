import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** `score` is zxcvbn's, 0 to 4: from 3 on it takes more than 10^8 guesses. */
export type Estimate = { score: number; reason: string }

type Estimator = { zxcvbn: ZxcvbnFactory; common: ReadonlySet<string> }

const MAX_COMMON = 10_000
/** zxcvbn's time grows with the length and with the letters that may stand for others: at most 60 ms with these. */
const MAX_LENGTH = 40
const MAX_SUBSTITUTIONS = 10

let loading: Promise<Estimator> | null = null

/** How easily a password is guessed by whoever knows these words about its owner. */
export const estimatePassword = async (password: string, known: readonly string[]): Promise<Estimate> => {
  loading ??= load()
  const { zxcvbn, common } = await loading
  const { score, feedback } = zxcvbn.check(password.normalize('NFKC'), [...known])
  if (isVariationOfCommon(password, common)) return { score: Math.min(score, 1), reason: SIMILAR }
  return { score, reason: feedback.warning ?? feedback.suggestions[0] ?? '' }
}

const SIMILAR = 'It is like one of the most common passwords.'

/** The dictionaries take 0.3 s and 30 MB, so they are loaded when the first password is chosen. */
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
        userInputs: 'It contains your e-mail, your name or the name of the site.',
      },
    },
    maxLength: MAX_LENGTH,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  })
  const mostCommon = common.dictionary['passwords-common'].slice(0, MAX_COMMON)
  return { zxcvbn, common: new Set(mostCommon.map(String)) }
}

/** Letters as they are usually replaced; `1` and `!` stand for two. */
const REPLACED: Record<string, string> = {
  ...{ '@': 'a', '4': 'a', '8': 'b', '3': 'e', '9': 'g', '0': 'o', $: 's', '5': 's', '7': 't', '+': 't' },
}
const AMBIGUOUS = ['i', 'l']

const MAX_PREFIX = 4
const MAX_SUFFIX = 6
const MIN_CORE = 4

/** A common password with other capitals, letters replaced, and digits or signs before and behind: `P@ssw0rd2024!`. */
const isVariationOfCommon = (password: string, common: ReadonlySet<string>): boolean => {
  const lower = password.normalize('NFKC').toLowerCase()
  const before = Math.min(/^[^\p{L}]*/u.exec(lower)?.[0].length ?? 0, MAX_PREFIX)
  const behind = Math.min(/[^\p{L}]*$/u.exec(lower)?.[0].length ?? 0, MAX_SUFFIX)
  for (let start = 0; start <= before; start += 1)
    for (let cut = 0; cut <= behind; cut += 1) {
      const core = lower.slice(start, lower.length - cut)
      if (core.length >= MIN_CORE && spellings(core).some((spelling) => common.has(spelling))) return true
    }
  return false
}

const spellings = (core: string): string[] => [
  core,
  ...AMBIGUOUS.map((letter) =>
    core.replace(/[1!|]/g, letter).replace(/[@4839057$+]/g, (sign) => REPLACED[sign] ?? sign),
  ),
]
