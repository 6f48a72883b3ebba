import { expect, test } from 'vitest'
import { MARK_END as E, MARK_START as S } from '#features/search/contract.ts'
import { cutPieces, piecesOf } from '#features/search/web/cut-marked.ts'

test('splits a highlighted text without losing anything', () => {
  expect(piecesOf(`a ${S}red${E} fox ${S}red${E}`)).toEqual([
    { text: 'a ', isMatch: false },
    { text: 'red', isMatch: true },
    { text: ' fox ', isMatch: false },
    { text: 'red', isMatch: true },
  ])
})

test('cuts by code points, even within a match', () => {
  const pieces = piecesOf(`😀b${S}cd${E}ef`)
  expect(cutPieces(pieces, 0, 3)).toEqual([
    { text: '😀b', isMatch: false },
    { text: 'c', isMatch: true },
  ])
  expect(cutPieces(pieces, 3, 5)).toEqual([
    { text: 'd', isMatch: true },
    { text: 'e', isMatch: false },
  ])
})
