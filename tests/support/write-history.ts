import type { Database } from '#server/database/connect.ts'

type Sql = Database['sql']

/** A kind of data that members write, such as votes. */
export type ValueKind = {
  name: string
  /** Reads the stored values as text. A key without a row is omitted. */
  read(sql: Sql, keys: readonly string[]): Promise<{ key: string; value: string }[]>
}

/** An attempt to set a value, or to delete it if `value` is null. */
type Attempt = {
  value: string | null
  startedAt: number
  /** The write's position among the acknowledged writes of all kinds; null until it is acknowledged. */
  position: number | null
  /** Until this time, a request whose response was lost may still change the database. */
  lateUntil: number
}

/** A value that only one member writes to, one write at a time, such as their vote on a post. */
export type HistoryCell = { kind: ValueKind; key: string; attempts: Attempt[] }

/** How long the site may keep processing a request after its client has lost the connection. */
const LATE_MS = 10_000

/** Returns the value of the last write, which might not have been acknowledged. */
export const getLastValue = ({ attempts }: HistoryCell): string | null => attempts.at(-1)?.value ?? null

/** Records the members' writes and compares them with a database. */
export class WriteHistory {
  #cells = new Map<string, HistoryCell>()
  #acknowledged = 0

  /** The number of acknowledged writes. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  cell(kind: ValueKind, key: string): HistoryCell {
    const name = `${kind.name} ${key}`
    const cell = this.#cells.get(name) ?? { kind, key, attempts: [] }
    this.#cells.set(name, cell)
    return cell
  }

  /** Call this before sending the write. */
  begin(cell: HistoryCell, value: string | null): Attempt {
    const attempt = { value, startedAt: performance.now(), position: null, lateUntil: 0 }
    cell.attempts.push(attempt)
    return attempt
  }

  /** Call this after each failed request; the write may be repeated. */
  fail(attempt: Attempt): void {
    attempt.lateUntil = performance.now() + LATE_MS
  }

  acknowledge(attempt: Attempt): void {
    this.#acknowledged += 1
    attempt.position = this.#acknowledged
  }

  /** Returns the number of acknowledged writes of each kind. */
  countByKind(): Record<string, number> {
    const counts: Record<string, number> = {}
    for (const { kind, attempts } of this.#cells.values()) {
      const acknowledged = attempts.filter(({ position }) => position !== null)
      counts[kind.name] = (counts[kind.name] ?? 0) + acknowledged.length
    }
    return counts
  }

  /**
   * Describes every cell whose last acknowledged write is missing from the database; only the `first` acknowledged
   * writes count. Members may keep writing: a value set by a later write is not a loss.
   */
  async listLost(sql: Sql, first = this.#acknowledged): Promise<string[]> {
    const lost: string[] = []
    for (const [kind, cells] of Map.groupBy(this.#cells.values(), (cell) => cell.kind)) {
      const keys = cells.map(({ key }) => key)
      const stored = new Map((await kind.read(sql, keys)).map(({ key, value }) => [key, value]))
      for (const cell of cells) {
        const value = stored.get(cell.key) ?? null
        const possible = possibleValues(cell, first)
        if (!possible.has(value))
          lost.push(
            `${kind.name} ${cell.key} is ${value} instead of ${[...possible].map(String).join(' or ')}`,
          )
      }
    }
    return lost
  }
}

const possibleValues = ({ attempts }: HistoryCell, first: number): Set<string | null> => {
  const at = attempts.findLastIndex(({ position }) => position !== null && position <= first)
  const last = attempts[at]
  if (!last) return new Set([null, ...attempts.map(({ value }) => value)])
  const possible = attempts.filter((attempt, n) => n >= at || attempt.lateUntil > last.startedAt)
  return new Set(possible.map(({ value }) => value))
}
