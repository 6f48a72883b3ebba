import type { Wording } from './languages/wording.ts'
import { bullets, type Heading, layOut, type Section } from './lay-out.ts'
import { joinSentences, type OwnSection } from './sections-of.ts'
import { isTagged } from './shape.ts'

type Added = Partial<Record<Heading, string>>

type Given = {
  /** A role to begin with; empty for none. */
  opening: string
  /** Lines to add, by the section that they belong to. */
  added: Added
  wording: Wording
  asTags: boolean
} & ({ own: readonly OwnSection[] } | { text: string })

/** The headings in the order in which they stand where the author has none of their own. */
const ORDER: readonly Heading[] = ['task', 'context', 'requirements', 'output', 'input']

/** Puts headings around the author's sentences, in their order, and the added lines below them. */
export const layOutSections = (given: Given): string => {
  const { opening, added, wording, asTags } = given
  if ('text' in given) {
    const tags = asTags || isTagged(given.text)
    const more = layOut('', [{ heading: 'more', body: added.more ?? '' }], wording, tags)
    const role = opening && tags ? `<role>\n${opening}\n</role>` : opening
    return [role, given.text, more].filter(Boolean).join('\n\n')
  }
  const { own } = given
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
    const there = sections.find((section) => section.heading === heading)
    if (there) there.body = `${there.body}\n${lines}`
    else insert(sections, { heading, body: lines })
  }
  return layOut(role ? joinSentences(role.sentences) : opening, sections, wording, asTags)
}

/** Behind the last section that comes before it, and before any input, whose end nobody knows. */
const insert = (sections: Section[], section: Section): void => {
  const rank = ORDER.indexOf(section.heading)
  const isLater = ({ heading }: Section) => heading === 'input' || ORDER.indexOf(heading) > rank
  const task = sections.findIndex(({ heading }) => heading === 'task')
  const at = sections.findIndex((each, index) => index > task && isLater(each))
  sections.splice(at < 0 ? sections.length : at, 0, section)
}
