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

/** A blank as the rules write it, and the part of a prompt that makes it unnecessary. */
type OwnBlank = { written: string; label: string; part: Part | undefined }

const blanksOf = (asks: Record<string, Ask>, parts: readonly Part[]): OwnBlank[] =>
  Object.entries(asks).map(([id, ask]) => ({
    written: blank(ask),
    label: ask.label,
    part: parts.find((part) => part.id === id),
  }))

const { ratio, stylize, negative } = parameterAsks

/** Every blank that the rules can add, for all types and languages. */
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

/** Removes a blank together with the line, phrase, tag, parameter or JSON key that contains it. */
export const withoutBlank = (text: string, written: string): string => {
  const lines = text.split('\n')
  const lineIndex = lines.findIndex((line) => {
    const [, label] = /^(?:- )?([^\n:]{1,40}): \$\{[^{}\n]*\}$/.exec(line) ?? []
    return label !== undefined && labels.has(label) && line.endsWith(` ${written}`)
  })
  if (lineIndex >= 0) return lines.filter((_, index) => index !== lineIndex).join('\n')
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
  const form = forms.find((candidate) => text.includes(candidate))
  return form === undefined ? text : text.replace(form, () => '')
}
