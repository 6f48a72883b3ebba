import { HttpError } from '#core/http-error.ts'

/** The client that a password hash is computed for. */
export type HashRequester = {
  /** Identifies an address, a known device or a member. */
  key: string
  /** Whether the client has signed in before. Known clients are served first. */
  isTrusted: boolean
  /** False with RATE_LIMIT_SCALE=0, which turns off the per-client limit. */
  isLimited: boolean
}

type Waiting = HashRequester & { start: () => void; reject: (error: Error) => void }

/** A hash takes 128 MB and one of Node's four pool threads; more would stall file access and DNS lookups. */
const MAX_RUNNING = 2
const MAX_PER_REQUESTER = 3
const MAX_WAITING = 100
const USAGE_WINDOW_MS = 300_000

/**
 * Computes password hashes, a few at a time. Known devices come first, then the requesters with the fewest
 * recent hashes. A flood from some addresses therefore delays a new address only by the hashes that are
 * already running.
 */
export class PasswordQueue {
  private running = 0
  private waiting: Waiting[] = []
  /** The number of waiting and running hashes per requester. */
  private readonly pending = new Map<string, number>()
  private usage = new Map<string, number>()
  private usageSince = Date.now()

  /** Throws 429 if this requester has too many hashes waiting, 503 if all requesters together have. */
  async run<T>(requester: HashRequester, work: () => Promise<T>): Promise<T> {
    const pending = this.pending.get(requester.key) ?? 0
    if (requester.isLimited && pending >= MAX_PER_REQUESTER)
      throw new HttpError('rate-limited', {
        message: 'Several sign-ins from your network are in progress. Try again in a few seconds.',
        retryAfter: 5,
      })
    this.pending.set(requester.key, pending + 1)
    try {
      await this.acquire(requester)
      try {
        return await work()
      } finally {
        this.release()
      }
    } finally {
      const remaining = (this.pending.get(requester.key) ?? 1) - 1
      if (remaining > 0) this.pending.set(requester.key, remaining)
      else this.pending.delete(requester.key)
    }
  }

  private async acquire(requester: HashRequester): Promise<void> {
    if (this.running < MAX_RUNNING) this.running += 1
    else
      await new Promise<void>((start, reject) => {
        this.waiting.push({ ...requester, start, reject })
        if (this.waiting.length > MAX_WAITING) this.rejectLast()
      })
    this.recordUsage(requester.key)
  }

  private release(): void {
    const next = this.dequeue()
    if (next) next.start()
    else this.running -= 1
  }

  private dequeue(): Waiting | undefined {
    const [first] = this.inOrder()
    this.waiting = this.waiting.filter((entry) => entry !== first)
    return first
  }

  private rejectLast(): void {
    const last = this.inOrder().at(-1)
    this.waiting = this.waiting.filter((entry) => entry !== last)
    last?.reject(
      new HttpError('site-busy', {
        message: 'Too many people are signing in. Try again in a few seconds.',
        retryAfter: 10,
      }),
    )
  }

  /**
   * Known devices first, then the fewest recent and pending hashes: a single attempt precedes three from
   * another address. The sort is stable, so equal entries stay in order of arrival.
   */
  private inOrder(): Waiting[] {
    const share = ({ key }: Waiting) => this.usageOf(key) + (this.pending.get(key) ?? 0)
    return this.waiting.toSorted((a, b) => Number(b.isTrusted) - Number(a.isTrusted) || share(a) - share(b))
  }

  private usageOf(key: string): number {
    return this.usage.get(key) ?? 0
  }

  private recordUsage(key: string): void {
    if (Date.now() - this.usageSince > USAGE_WINDOW_MS) {
      this.usage = new Map()
      this.usageSince = Date.now()
    }
    this.usage.set(key, this.usageOf(key) + 1)
  }
}
