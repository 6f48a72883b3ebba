import { expect, it } from 'vitest'
import { getNextVote, getScoreChange } from './next-vote.ts'

it('gives, removes or switches the vote', () => {
  expect([getNextVote(0, 1), getNextVote(1, 1), getNextVote(-1, 1)]).toEqual([1, 0, 1])
  expect([getNextVote(0, -1), getNextVote(-1, -1), getNextVote(1, -1)]).toEqual([-1, 0, -1])
})

it('changes the score by the difference of both votes', () => {
  expect([getScoreChange(0, 1), getScoreChange(1, 0), getScoreChange(1, -1), getScoreChange(-1, 1)]).toEqual([
    1, -1, -2, 2,
  ])
})
