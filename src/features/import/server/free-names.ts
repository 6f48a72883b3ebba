import { createHash } from 'node:crypto'

/** Proposes a name: the plain one at attempt 0, then ones with a longer and longer suffix. */
export type Proposal = (attempt: number) => string

/**
 * A free name for each proposal, in order, with one look at the database an attempt for all of them.
 * `taken` answers with those of the names that are in use.
 */
export const freeNames = async (
  proposals: readonly Proposal[],
  taken: (names: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> => {
  const chosen = new Map<number, string>()
  const used = new Set<string>()
  for (let attempt = 0; chosen.size < proposals.length; attempt += 1) {
    const open = [...proposals.keys()].filter((index) => !chosen.has(index))
    const names = open.map((index) => proposals[index]?.(attempt) ?? '')
    const inUse = await taken([...new Set(names)])
    for (const [at, index] of open.entries()) {
      const name = names[at] ?? ''
      if (inUse.has(name) || used.has(name.toLowerCase())) continue
      used.add(name.toLowerCase())
      chosen.set(index, name)
    }
  }
  return [...proposals.keys()].map((index) => chosen.get(index) ?? '')
}

/** Letters and digits, the same for the same text: a file imported into two sites gives the same links. */
export const suffixFor = (text: string, attempt: number): string =>
  BigInt(
    `0x${createHash('sha256')
      .update(`${text}\0${attempt > 4 ? attempt : 0}`)
      .digest('hex')}`,
  )
    .toString(36)
    .slice(-Math.min(2 + attempt * 2, 10))
