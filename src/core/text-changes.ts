import { diffLines, diffWordsWithSpace } from 'diff'
import { withLineFeeds } from './text.ts'

/**
 * A piece of text: contained in both texts, only in the second one (`added`), or only in the first one
 * (`removed`).
 */
export type TextChange = { text: string; change: 'same' | 'added' | 'removed' }

/**
 * If the two versions of a paragraph share less than this fraction of the shorter one, the paragraph is shown
 * as replaced. A few common words scattered over new text would be harder to read than the old and the new
 * text one after the other.
 */
const MIN_COMMON_SHARE = 0.4

/**
 * The maximum number of differing lines or words; above it, the text counts as replaced. The cost grows
 * quadratically with it, and with the length of the texts: at most a fifth of a second on a slow machine.
 */
const MAX_LINE_CHANGES = 500
const MAX_WORD_CHANGES = 400

/**
 * Compares two texts by lines, and differing lines by words. The pieces that are not `added` make up `before`; those
 * that are not `removed` make up `after`. All line ends are line feeds, because browsers change those of imported texts.
 */
export const compareTexts = (before: string, after: string): TextChange[] =>
  compareLines(withLineFeeds(before), withLineFeeds(after))

const compareLines = (before: string, after: string): TextChange[] => {
  const lines = diffLines(before, after, { maxEditLength: MAX_LINE_CHANGES })
  if (!lines) return replaced(before, after)
  const changes: TextChange[] = []
  let removed = ''
  let added = ''
  for (const line of lines) {
    if (line.removed) removed += line.value
    else if (line.added) added += line.value
    else {
      changes.push(...compareWords(removed, added), { text: line.value, change: 'same' })
      removed = ''
      added = ''
    }
  }
  return mergePieces([...changes, ...compareWords(removed, added)])
}

const replaced = (before: string, after: string): TextChange[] =>
  mergePieces([
    { text: before, change: 'removed' },
    { text: after, change: 'added' },
  ])

const compareWords = (before: string, after: string): TextChange[] => {
  if (!before || !after) return replaced(before, after)
  const words = diffWordsWithSpace(before, after, { maxEditLength: MAX_WORD_CHANGES })
  if (!words) return replaced(before, after)
  const pieces = words.map(
    ({ value, added, removed }): TextChange => ({
      text: value,
      change: added ? 'added' : removed ? 'removed' : 'same',
    }),
  )
  const commonLength = pieces.reduce(
    (sum, { text, change }) => (change === 'same' ? sum + text.trim().length : sum),
    0,
  )
  const isReadable = commonLength >= MIN_COMMON_SHARE * Math.min(before.trim().length, after.trim().length)
  return isReadable ? withoutGaps(pieces) : replaced(before, after)
}

/**
 * Marks the space between two changed words as changed so that "one two" becomes a single change rather than
 * two.
 */
const withoutGaps = (pieces: TextChange[]): TextChange[] =>
  pieces.flatMap((piece, index) => {
    const isGap =
      piece.change === 'same' && /^[^\S\n]+$/.test(piece.text) && index > 0 && index < pieces.length - 1
    return isGap
      ? [
          { text: piece.text, change: 'removed' },
          { text: piece.text, change: 'added' },
        ]
      : [piece]
  })

/** Joins adjacent pieces of the same kind. Between two unchanged pieces, removed text comes before added text. */
const mergePieces = (pieces: TextChange[]): TextChange[] => {
  const merged: TextChange[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed) merged.push({ text: removed, change: 'removed' })
    if (added) merged.push({ text: added, change: 'added' })
    removed = ''
    added = ''
  }
  for (const { text, change } of pieces) {
    if (change === 'removed') removed += text
    else if (change === 'added') added += text
    else if (text) {
      flush()
      const last = merged.at(-1)
      if (last?.change === 'same') last.text += text
      else merged.push({ text, change })
    }
  }
  flush()
  return merged
}
