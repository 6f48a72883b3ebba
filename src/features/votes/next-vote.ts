import type { Vote } from './contract.ts'

/**
 * Returns the vote that results from a click: repeating the current vote removes it, and the opposite value switches it
 * (docs/spec/flows.md#voting).
 */
export const getNextVote = (current: Vote, value: 1 | -1): Vote => (current === value ? 0 : value)

/** Returns how much replacing one vote with another changes the score. */
export const getScoreChange = (before: Vote, after: Vote): number => after - before
