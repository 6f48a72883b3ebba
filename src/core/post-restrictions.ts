/**
 * Why only the author and those who look after the site see a post: it waits for a first look, reports have hidden it
 * until a decision, it is hidden until its author edits it, or it is removed until the time for an appeal is over.
 */
export const postRestrictions = ['waiting', 'reported', 'hidden', 'removed'] as const
export type PostRestriction = (typeof postRestrictions)[number]

/** Those that end when a moderator or the author does something. */
export const waitingRestrictions = ['waiting', 'reported', 'hidden'] as const

/** What moderators can say about a post to its readers. */
export const postLabels = ['sensitive', 'outdated', 'misleading'] as const
export type PostLabel = (typeof postLabels)[number]
