import { describe, expect, it } from 'vitest'
import { findHidden, type HiddenKind, hiddenKinds } from './index.ts'
import judgedTexts from './judged-texts.json' with { type: 'json' }

/** `marked` are the places that readers see marked, if the text hides something. */
type JudgedText = { set: 'tuning' | 'hold-out'; hidden: HiddenKind[]; text: string; marked?: string[] }

const judged = judgedTexts as JudgedText[]

/** A measure of texts in which something is found: rightly, wrongly, and not although it should be. */
const measure = (
  texts: readonly JudgedText[],
  isHidden: (kinds: readonly HiddenKind[]) => boolean = (kinds) => kinds.length > 0,
) => {
  const counts = { right: 0, wrong: 0, missed: 0 }
  for (const { hidden, text } of texts) {
    const isFound = isHidden(findHidden(text).map(({ kind }) => kind))
    if (isFound) counts[isHidden(hidden) ? 'right' : 'wrong'] += 1
    else if (isHidden(hidden)) counts.missed += 1
  }
  const { right, wrong, missed } = counts
  return { ...counts, precision: right / (right + wrong), recall: right / (right + missed) }
}

describe('the judged texts', () => {
  it('are at least 200, of which nearly half hide something', () => {
    expect(judged.length).toBeGreaterThanOrEqual(200)
    const hiding = judged.filter(({ hidden }) => hidden.length > 0).length
    expect(hiding).toBeGreaterThanOrEqual(90)
    expect(judged.length - hiding).toBeGreaterThanOrEqual(110)
    expect(new Set(judged.map(({ text }) => text)).size).toBe(judged.length)
  })

  it.each(judged)('are marked where they hide something: $text', ({ text, marked = [] }) => {
    expect(findHidden(text).map(({ start, end }) => text.slice(start, end))).toEqual(marked)
  })

  it.each(['tuning', 'hold-out'] as const)('are told apart in the %s half', (set) => {
    const { precision, recall } = measure(judged.filter((text) => text.set === set))
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.9)
  })

  it('are told apart by each rule', () => {
    const rules = hiddenKinds.map((kind) => ({ kind, ...measure(judged, (kinds) => kinds.includes(kind)) }))
    for (const { kind, precision, recall } of rules) {
      expect(precision, kind).toBeGreaterThanOrEqual(0.9)
      expect(recall, kind).toBeGreaterThanOrEqual(0.85)
    }
    if (process.env.PRINT_FIGURES === 'true') process.stdout.write(`${JSON.stringify(rules, null, 2)}\n`)
  })
})
