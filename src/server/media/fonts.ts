import { createRequire } from 'node:module'

const SCRIPTS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'devanagari'] as const
const { resolve } = createRequire(import.meta.url)

/** The font files for text in images, in fallback order. */
export const fontsOf = (weight: 400 | 700): { name: string; file: string }[] =>
  SCRIPTS.map((script) => ({
    name: `Noto Sans ${script}`,
    file: resolve(`@fontsource/noto-sans/files/noto-sans-${script}-${weight}-normal.woff`),
  }))
