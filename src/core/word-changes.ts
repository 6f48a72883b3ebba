import { UNSPACED_SCRIPTS } from './unspaced-scripts.ts'

/** Each character of scripts without spaces counts as a word, as do other characters up to the next space. */
const WORD = new RegExp(String.raw`[${UNSPACED_SCRIPTS}]|[^\s${UNSPACED_SCRIPTS}]+`, 'gu')

export type WordChanges = { added: number; removed: number }

/**
 * Counts the words that are only in the second text, and those that are only in the first one. The order of the words
 * does not matter, so the cost grows only with the length of the texts, and moved words count as unchanged.
 */
export const countWordChanges = (before: string, after: string): WordChanges => {
  const surplus = new Map<string, number>()
  for (const word of after.match(WORD) ?? []) surplus.set(word, (surplus.get(word) ?? 0) + 1)
  for (const word of before.match(WORD) ?? []) surplus.set(word, (surplus.get(word) ?? 0) - 1)
  const changes = { added: 0, removed: 0 }
  for (const count of surplus.values()) {
    if (count > 0) changes.added += count
    else changes.removed -= count
  }
  return changes
}
