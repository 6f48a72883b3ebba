import { type Sentence, sentencesOf } from './sentences.ts'
import { type Place, sortSentences } from './sort-sentences.ts'

/** Consecutive sentences of the author that belong under one heading. */
export type OwnSection = { place: Place; sentences: Sentence[] }

/** Text that the author quotes or pastes may follow: nobody knows where it ends, so its sentences are not told apart. */
const INTRODUCES =
  /:(?:\s|$)|\b(?:following|below|this (?:text|email|message|paragraph|sentence|article))\b/im

/**
 * Groups the author's sentences into sections without changing their order. Returns a single section, the task, when
 * the text quotes another text, when its quotation marks are unbalanced, or when grouping would reorder sentences.
 */
export const sectionsOf = (text: string, isOneTask = false): OwnSection[] => {
  const sentences = sentencesOf(text)
  const isPaired = text.split('\n').every((line) => line.split('"').length % 2 === 1)
  const sorted = isPaired && !isOneTask && sortSentences(sentences)
  if (!sorted) return oneTask(sentences)
  const isPasted = sorted.some(
    ({ place, sentences: own }) =>
      place !== 'input' && own.some((sentence) => INTRODUCES.test(sentence.text)),
  )
  return isPasted ? oneTask(sentences) : sorted
}

const oneTask = (sentences: Sentence[]): OwnSection[] => [{ place: 'task', sentences }]

/** Back to prose, with the line ends that the author made, and without spaces where the script has none. */
export const joinSentences = (sentences: readonly Sentence[]): string =>
  sentences
    .map(({ text, gap }, at) => (at === 0 ? text : `${between(sentences[at - 1]?.text ?? '', gap)}${text}`))
    .join('')

const between = (before: string, gap: string): string => {
  if (gap.includes('\n')) return gap.replace(/[^\n]/g, '')
  return gap === '' && /[。！？]$/.test(before) ? '' : ' '
}
