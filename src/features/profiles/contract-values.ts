/** What a member can mute. */
export const muteKinds = ['member', 'topic', 'tag', 'model', 'word'] as const
export type MuteKind = (typeof muteKinds)[number]

/** The maximum length of what is muted, in characters. */
export const MAX_MUTED_VALUE = 50
