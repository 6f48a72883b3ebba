import {
  type Ask,
  blank,
  codeAsks,
  imageAsks,
  musicAsks,
  parameterAsks,
  speechAsks,
  textAsks,
  videoAsks,
} from './asks.ts'
import { wordings } from './languages/find-wording.ts'
import { variable } from './lay-out.ts'
import { codeParts } from './parts/code.ts'
import type { Part } from './parts/part.ts'
import { imageParts, videoParts } from './parts/pictures.ts'
import { musicParts, speechParts } from './parts/sounds.ts'
import { writingParts } from './parts/writing.ts'

/** A blank of the rules as it stands in a result, and what a text must say for the blank to be answered. */
type OwnBlank = { written: string; label: string; part: Part | undefined }

const blanksOf = (asks: Record<string, Ask>, parts: readonly Part[]): OwnBlank[] =>
  Object.entries(asks).map(([id, ask]) => ({
    written: blank(ask),
    label: ask.label,
    part: parts.find((part) => part.id === id),
  }))

const { ratio, stylize, negative } = parameterAsks

/** Every blank that the rules add, of every type and language. */
export const ownBlanks: readonly OwnBlank[] = [
  ...blanksOf(textAsks, writingParts),
  ...wordings.flatMap(({ asks }) =>
    Object.entries(asks).map(([id, [label, name, value]]) => ({
      written: variable(name, value),
      label,
      part: writingParts.find((part) => part.id === id),
    })),
  ),
  ...blanksOf(codeAsks, codeParts),
  ...blanksOf(imageAsks, imageParts),
  ...blanksOf({ aspect: ratio }, imageParts),
  ...blanksOf({ stylize, negative }, imageParts),
  ...blanksOf(videoAsks, videoParts),
  ...blanksOf(musicAsks, musicParts),
  ...blanksOf(speechAsks, speechParts),
]

const labels = new Set([...ownBlanks.map(({ label }) => label), 'Style'])

/** The text without one of these blanks, and without the line, phrase, tag, parameter or key that it stands in. */
export const withoutBlank = (text: string, written: string): string => {
  const lines = text.split('\n')
  const line = lines.findIndex((each) => {
    const [, label] = /^(?:- )?([^\n:]{1,40}): \$\{[^{}\n]*\}$/.exec(each) ?? []
    return label !== undefined && labels.has(label) && each.endsWith(` ${written}`)
  })
  if (line >= 0) return lines.filter((_, at) => at !== line).join('\n')
  const [, key] = /^\$\{([^:]+):/.exec(written) ?? []
  const forms = [
    `, (${written}:1.1)`,
    `(${written}:1.1), `,
    `(${written}:1.1)`,
    `, ${written}`,
    `${written}, `,
    ` | ${written}`,
    ` --ar ${written}`,
    ` --stylize ${written}`,
    `,\n  ${JSON.stringify(key)}: ${JSON.stringify(written)}`,
    written,
  ]
  const form = forms.find((each) => text.includes(each))
  return form === undefined ? text : text.replace(form, () => '')
}
