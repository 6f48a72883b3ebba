import { expect, test } from 'vitest'
import { HIGHLIGHT_END, HIGHLIGHT_START } from '../contract-values.ts'
import { sliceHighlightSegments, splitHighlights } from './HighlightedText.tsx'

const S = HIGHLIGHT_START
const E = HIGHLIGHT_END

test('splits a highlighted text without losing anything', () => {
  expect(splitHighlights(`a ${S}red${E} fox ${S}red${E}`)).toEqual([
    { text: 'a ', isMatch: false },
    { text: 'red', isMatch: true },
    { text: ' fox ', isMatch: false },
    { text: 'red', isMatch: true },
  ])
})

test('cuts by code points, even within a match', () => {
  const pieces = splitHighlights(`😀b${S}cd${E}ef`)
  expect(sliceHighlightSegments(pieces, 0, 3)).toEqual([
    { text: '😀b', isMatch: false },
    { text: 'c', isMatch: true },
  ])
  expect(sliceHighlightSegments(pieces, 3, 5)).toEqual([
    { text: 'd', isMatch: true },
    { text: 'e', isMatch: false },
  ])
})
