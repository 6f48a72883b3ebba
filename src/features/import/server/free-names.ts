import { createHash } from 'node:crypto'

/** Proposes a name: the plain one at attempt 0, then names with longer and longer suffixes. */
export type Proposal = (attempt: number) => string

/**
 * Finds a free name for each proposal, in order, with one query per attempt for all of them. `taken` returns
 * which of the names are in use.
 */
export const freeNames = async (
  proposals: readonly Proposal[],
  taken: (names: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> => {
  const chosen = new Map<number, string>()
  const used = new Set<string>()
  for (let attempt = 0; chosen.size < proposals.length; attempt += 1) {
    const unresolved = [...proposals.keys()].filter((index) => !chosen.has(index))
    const names = unresolved.map((index) => proposals[index]?.(attempt) ?? '')
    const inUse = await taken([...new Set(names)])
    for (const [position, index] of unresolved.entries()) {
      const name = names[position] ?? ''
      if (inUse.has(name) || used.has(name.toLowerCase())) continue
      used.add(name.toLowerCase())
      chosen.set(index, name)
    }
  }
  return [...proposals.keys()].map((index) => chosen.get(index) ?? '')
}

/**
 * A suffix of letters and digits. It depends only on the text, so that a file imported into two sites gives
 * the same links.
 */
export const suffixFor = (text: string, attempt: number): string =>
  BigInt(
    `0x${createHash('sha256')
      .update(`${text}\0${attempt > 4 ? attempt : 0}`)
      .digest('hex')}`,
  )
    .toString(36)
    .slice(-Math.min(2 + attempt * 2, 10))
