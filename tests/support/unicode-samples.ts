const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const
const CHARACTERS_PER_SAMPLE = 40

/** Every character that has another form, and the forms that it has. */
const listForms = (): string[] =>
  Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => FORMS.some((form) => character.normalize(form) !== character))
    .flatMap((character) => [character, character.normalize('NFD'), character.normalize('NFKD')])

const joinSome = (parts: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(parts.length / CHARACTERS_PER_SAMPLE) }, (_, index) =>
    parts.slice(index * CHARACTERS_PER_SAMPLE, (index + 1) * CHARACTERS_PER_SAMPLE).join(''),
  )

/** Parts of grapheme clusters: what each rule of UAX #29 joins with what is before or after it. */
const CLUSTER_PARTS = [
  'a',
  '\r\n',
  '\u0300',
  '\u200D',
  '\uFE0F',
  '\u{1F1E6}',
  '\u1100',
  '\u1160',
  '\u11A8',
  '\uAC00',
  '\uAC01',
  '\u0600',
  '\u0903',
  '\u0915\u094D',
  '\u{1F476}',
  '\u{1F3FF}',
]

/** A character of each class of UAX #9, with the controls that embed, override and isolate. */
const BIDI_PARTS = [
  'a',
  '\u05D0',
  '\u0627',
  '1',
  '\u0661',
  '+',
  '$',
  ',',
  '(',
  ')',
  '!',
  '\u0300',
  ...'\u200E\u200F\u061C\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069',
]

/** Every sequence of three parts. */
const combine = (parts: readonly string[]): string[] =>
  parts.flatMap((first) => parts.flatMap((second) => parts.map((third) => `${first}${second}${third} `)))

/**
 * Texts of the kinds of Unicode's NormalizationTest, GraphemeBreakTest and BidiCharacterTest. No npm package contains
 * these files, so the texts are made from what the platform knows.
 */
export const unicodeSamples: readonly string[] = [
  ...joinSome(listForms()),
  ...joinSome(combine(CLUSTER_PARTS)),
  ...joinSome(combine(BIDI_PARTS)),
]
