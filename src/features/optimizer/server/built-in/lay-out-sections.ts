import type { Wording } from './languages/wording.ts'
import { bullets, type Heading, layOut, type Section } from './lay-out.ts'
import { joinSentences, type OwnSection } from './sections-of.ts'
import { isTagged } from './shape.ts'

type Added = Partial<Record<Heading, string>>

type PromptLayout = {
  /** The role sentence at the top, or an empty string. */
  opening: string
  /** The lines to add, by section. */
  added: Added
  wording: Wording
  asTags: boolean
} & ({ own: readonly OwnSection[] } | { text: string })

/** The order of the sections, where the author's sentences do not dictate another. */
const ORDER: readonly Heading[] = ['task', 'context', 'requirements', 'output', 'input']

/** Adds headings to the author's sentences without reordering them, and the added lines below. */
export const layOutSections = (layout: PromptLayout): string => {
  const { opening, added, wording, asTags } = layout
  if ('text' in layout) {
    const tags = asTags || isTagged(layout.text)
    const more = layOut('', [{ heading: 'more', body: added.more ?? '' }], wording, tags)
    const role = opening && tags ? `<role>\n${opening}\n</role>` : opening
    return [role, layout.text, more].filter(Boolean).join('\n\n')
  }
  const { own } = layout
  const role = own.find(({ place }) => place === 'role')
  const sections: Section[] = own.flatMap(({ place, sentences }) => {
    if (place === 'role') return []
    const isList = place === 'requirements' || place === 'output'
    const body = isList ? bullets(sentences.map(({ text }) => text)) : joinSentences(sentences)
    return [{ heading: place, body }]
  })
  for (const heading of ORDER) {
    const lines = added[heading]
    if (!lines) continue
    const existing = sections.find((section) => section.heading === heading)
    if (existing) existing.body = `${existing.body}\n${lines}`
    else insert(sections, { heading, body: lines })
  }
  return layOut(role ? joinSentences(role.sentences) : opening, sections, wording, asTags)
}

/** Inserts after the last section that precedes it in `ORDER`, but before the input, whose end is unknown. */
const insert = (sections: Section[], section: Section): void => {
  const rank = ORDER.indexOf(section.heading)
  const isLater = ({ heading }: Section) => heading === 'input' || ORDER.indexOf(heading) > rank
  const task = sections.findIndex(({ heading }) => heading === 'task')
  const index = sections.findIndex((each, position) => position > task && isLater(each))
  sections.splice(index < 0 ? sections.length : index, 0, section)
}
