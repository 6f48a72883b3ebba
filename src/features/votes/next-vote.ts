import type { Vote } from './contract.ts'

/** Section 4: the same value again removes the vote, the opposite one switches, none sets. */
export const nextVote = (had: Vote, pressed: 1 | -1): Vote => (had === pressed ? 0 : pressed)

/** What the score changes by: minus the value, new minus old, or the value. */
export const scoreChange = (had: Vote, has: Vote): number => has - had
