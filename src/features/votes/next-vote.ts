import type { VoteValue } from './contract.ts'

/**
 * Returns the vote that results from a click: repeating the current vote removes it, and the opposite value switches it
 * (docs/spec/flows.md#voting).
 */
export const getNextVote = (current: VoteValue, value: 1 | -1): VoteValue => (current === value ? 0 : value)

/** Returns how much replacing one vote with another changes the score. */
export const getScoreChange = (before: VoteValue, after: VoteValue): number => after - before
