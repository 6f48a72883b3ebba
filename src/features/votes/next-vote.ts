import type { Vote } from './contract.ts'

/** Repeating the current vote removes it; the opposite value switches it (docs/spec/flows.md#voting). */
export const getNextVote = (current: Vote, value: 1 | -1): Vote => (current === value ? 0 : value)

/** The difference that replacing one vote with another makes to the score. */
export const getScoreChange = (before: Vote, after: Vote): number => after - before
