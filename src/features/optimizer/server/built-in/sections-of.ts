import { type Sentence, sentencesOf } from './sentences.ts'
import { type Place, sortSentences } from './sort-sentences.ts'

/** A person's own sentences by the section that they belong to. Requirements and output are lines of a list. */
export type OwnSections = {
  role: Sentence[]
  task: Sentence[]
  input: Sentence[]
  requirements: string[]
  output: string[]
}

export const sectionsOf = (text: string): OwnSections => {
  const sentences = sentencesOf(text)
  // Where quotations do not pair, nobody knows what belongs to one: nothing is moved.
  const isPaired = text.split('\n').every((line) => line.split('"').length % 2 === 1)
  const sorted = (isPaired && sortSentences(sentences)) || {
    ...{ role: [], requirements: [], output: [], input: [] },
    task: sentences,
  }
  const lines = (place: Place) => sorted[place].map((sentence) => sentence.text)
  return { ...sorted, requirements: lines('requirements'), output: lines('output') }
}

/** Back to prose, with the line ends that the author made, and without spaces where the script has none. */
export const joinSentences = (sentences: readonly Sentence[]): string =>
  sentences
    .map(({ text, gap }, at) => (at === 0 ? text : `${between(sentences[at - 1]?.text ?? '', gap)}${text}`))
    .join('')

const between = (before: string, gap: string): string => {
  if (gap.includes('\n')) return gap.replace(/[^\n]/g, '')
  return gap === '' && /[。！？]$/.test(before) ? '' : ' '
}

/** Whether the author says things of enough kinds that headings help to find them. */
export const isWorthOrdering = ({ role, requirements, output, input }: OwnSections): boolean =>
  [role, requirements, output, input].filter(({ length }) => length > 0).length >= 2
