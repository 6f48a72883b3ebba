/** A mention that is being typed: where its `@` is, and what follows it up to the cursor. */
export type UnfinishedMention = { start: number; prefix: string }

const MAX_LENGTH = 22
const UNFINISHED = /(?:^|[^\p{L}\p{M}\p{N}@/._-])@([A-Za-z0-9]{0,20})$/u

/** The mention directly before the cursor, or null. */
export const unfinishedMention = (text: string, cursor: number): UnfinishedMention | null => {
  // One character more than a mention has, by which a name within an address is recognized.
  const before = text.slice(Math.max(0, cursor - MAX_LENGTH), cursor)
  const prefix = UNFINISHED.exec(before)?.[1]
  return prefix === undefined ? null : { start: cursor - prefix.length - 1, prefix }
}
