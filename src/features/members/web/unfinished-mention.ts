import { MENTION_START } from '#core/mentions.ts'

/**
 * A mention that is being typed. `start` is the index of its `@`, and `prefix` is the text between the `@` and the
 * cursor.
 */
export type UnfinishedMention = { start: number; prefix: string }

const MAX_LENGTH = 30
const UNFINISHED = new RegExp(`${MENTION_START}([A-Za-z0-9]{0,20})$`, 'u')

/** Returns the unfinished mention directly before the cursor, or null. */
export const findUnfinishedMention = (text: string, cursor: number): UnfinishedMention | null => {
  // Includes the character before the longest possible mention, which shows whether the `@` is part of an address.
  const before = text.slice(Math.max(0, cursor - MAX_LENGTH), cursor)
  const prefix = UNFINISHED.exec(before)?.[2]
  return prefix === undefined ? null : { start: cursor - prefix.length - 1, prefix }
}
