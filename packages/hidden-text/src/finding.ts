/** What a text can hide from its reader. */
export const hiddenKinds = [
  'invisible-characters',
  'direction-override',
  'encoded-command',
  'network-script',
  'disguised-link',
  'override-instruction',
  'exfiltration-instruction',
] as const
export type HiddenKind = (typeof hiddenKinds)[number]

/** A place of a text. `start` and `end` are UTF-16 offsets. */
export type Finding = {
  kind: HiddenKind
  start: number
  end: number
  /** The number of characters (code points) of invisible text; 1 for anything else. */
  count: number
  /** What the place says: decoded text, or the host that a link leads to. */
  decoded?: string
}

const MAX_DECODED = 200

/** Returns a finding with the beginning of its decoded text. */
export const createFinding = (
  kind: HiddenKind,
  start: number,
  end: number,
  decoded?: string,
  count = 1,
): Finding => ({ kind, start, end, count, ...(decoded && { decoded: decoded.slice(0, MAX_DECODED) }) })
