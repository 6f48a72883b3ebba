import { type Sentence, sentencesOf } from './sentences.ts'
import { type Place, sortSentences } from './sort-sentences.ts'

/** Consecutive sentences of the author that belong under one heading. */
export type OwnSection = { place: Place; sentences: Sentence[] }

/** May introduce quoted or pasted text. Its end is unknown, so such a prompt is not split into sections. */
const INTRODUCES =
  /:(?:\s|$)|\b(?:following|below|this (?:text|email|message|paragraph|sentence|article))\b/im

/**
 * Groups the author's sentences into sections without changing their order. Returns a single section, the
 * task, when the text quotes another text, when its quotation marks are unbalanced, or when grouping would
 * reorder sentences.
 */
export const sectionsOf = (text: string, isOneTask = false): OwnSection[] => {
  const sentences = sentencesOf(text)
  const isPaired = text.split('\n').every((line) => line.split('"').length % 2 === 1)
  const sections = isPaired && !isOneTask && sortSentences(sentences)
  if (!sections) return oneTask(sentences)
  const hasPastedText = sections.some(
    ({ place, sentences: own }) =>
      place !== 'input' && own.some((sentence) => INTRODUCES.test(sentence.text)),
  )
  return hasPastedText ? oneTask(sentences) : sections
}

const oneTask = (sentences: Sentence[]): OwnSection[] => [{ place: 'task', sentences }]

/**
 * Joins sentences to prose again. Keeps the author's line breaks and adds no spaces in scripts without them.
 */
export const joinSentences = (sentences: readonly Sentence[]): string =>
  sentences
    .map(({ text, gap }, index) =>
      index === 0 ? text : `${separator(sentences[index - 1]?.text ?? '', gap)}${text}`,
    )
    .join('')

const separator = (previous: string, gap: string): string => {
  if (gap.includes('\n')) return gap.replace(/[^\n]/g, '')
  return gap === '' && /[。！？]$/.test(previous) ? '' : ' '
}
