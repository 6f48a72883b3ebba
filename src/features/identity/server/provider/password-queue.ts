import { tooMany, unavailable } from '#core/failure.ts'

/** Who asks for a password hash. */
export type Asker = {
  /** An address, a known device or a member. */
  key: string
  /** Has signed in before: goes first. */
  isKnown: boolean
  /** RATE_LIMIT_SCALE 0: no limit for each asker. */
  isLimited: boolean
}

type Waiting = Asker & { start: () => void; refuse: (error: Error) => void }

/** Of memory (128 MB each) and of Node's four helper threads: more at once would stall files and name look-ups. */
const MAX_RUNNING = 2
const MAX_FOR_ONE = 3
const MAX_WAITING = 100
const USAGE_WINDOW_MS = 300_000

/**
 * Runs password hashes, a few at a time. Known devices come first; among the others, whoever has had the fewest lately
 * comes next, so that a flood from some addresses delays a new one by no more than the hashes that are running.
 */
export class PasswordQueue {
  private running = 0
  private waiting: Waiting[] = []
  /** Hashes waiting or running, for each asker. */
  private readonly pending = new Map<string, number>()
  private usage = new Map<string, number>()
  private usageSince = Date.now()

  /** Throws 429 where this asker has too many waiting, 503 where everybody together has. */
  async run<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    const pending = this.pending.get(asker.key) ?? 0
    if (asker.isLimited && pending >= MAX_FOR_ONE)
      throw tooMany(
        'Several sign-ins from your network are in progress. Please try again in a few seconds.',
        5,
      )
    this.pending.set(asker.key, pending + 1)
    try {
      await this.enter(asker)
      try {
        return await work()
      } finally {
        this.leave()
      }
    } finally {
      const left = (this.pending.get(asker.key) ?? 1) - 1
      if (left > 0) this.pending.set(asker.key, left)
      else this.pending.delete(asker.key)
    }
  }

  private async enter(asker: Asker): Promise<void> {
    if (this.running < MAX_RUNNING) this.running += 1
    else
      await new Promise<void>((start, refuse) => {
        this.waiting.push({ ...asker, start, refuse })
        if (this.waiting.length > MAX_WAITING) this.refuseLast()
      })
    this.count(asker.key)
  }

  private leave(): void {
    const next = this.takeFirst()
    if (next) next.start()
    else this.running -= 1
  }

  private takeFirst(): Waiting | undefined {
    const [first] = this.inOrder()
    this.waiting = this.waiting.filter((one) => one !== first)
    return first
  }

  private refuseLast(): void {
    const last = this.inOrder().at(-1)
    this.waiting = this.waiting.filter((one) => one !== last)
    last?.refuse(unavailable('Many people are signing in. Please try again in a few seconds.', 10))
  }

  /**
   * Known devices first; then whoever has had and has asked for the fewest hashes lately: one attempt comes before three
   * from another address. A stable sort, so that of two alike the earlier one is first.
   */
  private inOrder(): Waiting[] {
    const share = ({ key }: Waiting) => this.usageOf(key) + (this.pending.get(key) ?? 0)
    return this.waiting.toSorted((a, b) => Number(b.isKnown) - Number(a.isKnown) || share(a) - share(b))
  }

  private usageOf(key: string): number {
    return this.usage.get(key) ?? 0
  }

  private count(key: string): void {
    if (Date.now() - this.usageSince > USAGE_WINDOW_MS) {
      this.usage = new Map()
      this.usageSince = Date.now()
    }
    this.usage.set(key, this.usageOf(key) + 1)
  }
}
