import { expect, test } from 'vitest'
import { MARK_END as E, MARK_START as S } from '#features/search/contract.ts'
import { cutPieces, piecesOf } from '#features/search/web/cut-marked.ts'

test('a marked text is taken apart and nothing of it is lost', () => {
  expect(piecesOf(`a ${S}red${E} fox ${S}red${E}`)).toEqual([
    { text: 'a ', isMatch: false },
    { text: 'red', isMatch: true },
    { text: ' fox ', isMatch: false },
    { text: 'red', isMatch: true },
  ])
})

test('a cut counts characters as a person would and goes through a match', () => {
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
