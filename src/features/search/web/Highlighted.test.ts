import { expect, test } from 'vitest'
import { HIGHLIGHT_END as E, HIGHLIGHT_START as S } from '../contract-values.ts'
import { sliceHighlightSegments, splitHighlights } from './HighlightedText.tsx'

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
