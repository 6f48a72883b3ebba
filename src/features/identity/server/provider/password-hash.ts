import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { HttpError } from '#core/http-error.ts'
import { compareByJobCount, createWorkQueue } from '#server/work-queue.ts'
import { getWorkerShare } from '#server/workers.ts'
import { passwordCost } from './password-cost.ts'

const KEY_BYTES = 32

/** The client that a password hash is computed for. */
export type HashRequester = {
  /** Identifies an address, a known device or a member. */
  key: string
  /** True if the client has signed in before. Trusted clients are served first. */
  isTrusted: boolean
  /** True if the per-client limit applies. RATE_LIMIT_SCALE=0 turns the limit off. */
  isLimited: boolean
}

const MAX_PER_REQUESTER = 3

/**
 * Limits how many hashes run at a time: each takes 128 MB and one of Node's four pool threads, which file
 * access and DNS lookups need as well. Known devices come first, then the requesters with the fewest recent
 * hashes, so that a flood from some addresses delays a new address only by the hashes that are already
 * running. Throws 429 if this requester has too many hashes waiting, and 503 if all requesters together have
 * too many.
 */
export const createPasswordHashQueue = () => {
  const queue = createWorkQueue({
    name: 'passwords',
    concurrency: getWorkerShare(2),
    compare: compareByJobCount,
    maxWaiting: 100,
    refuses: 'last',
    refuse: (reason) =>
      reason === 'owner'
        ? new HttpError('rate-limited', {
            message: 'Several sign-ins from your network are in progress. Try again in a few seconds.',
            retryAfter: 5,
          })
        : new HttpError('site-busy', {
            message: 'Too many people are signing in. Try again in a few seconds.',
            retryAfter: 10,
          }),
    forgetAfterMs: 300_000,
  })
  return <T>({ key, isTrusted, isLimited }: HashRequester, hash: () => Promise<T>): Promise<T> =>
    queue.run(
      { owner: key, priority: isTrusted ? 1 : 0, ...(isLimited && { maxOfOwner: MAX_PER_REQUESTER }) },
      hash,
    )
}

const enqueue = createPasswordHashQueue()

/**
 * Hashes a password. Returns `scrypt$N$r$p$salt$key`, which contains the hash's own cost, so that the cost can be
 * raised later.
 */
export const hashPassword = async (password: string, requester: HashRequester): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, passwordCost, requester)
  return writeHash(salt.toString('base64url'), key.toString('base64url'))
}

/**
 * Returns true if the password is correct. Takes the same time with and without a stored hash, so that timing does
 * not reveal which emails have an account.
 */
export const verifyPassword = async (
  password: string,
  hash: string | null,
  requester: HashRequester,
): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = (hash ?? writeHash('AAAAAAAAAAAAAAAAAAAAAA', '')).split('$')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost, requester)
  return hash !== null && actual.length === expected.length && timingSafeEqual(actual, expected)
}

const writeHash = (salt: string, key: string): string => {
  const { N, r, p } = passwordCost
  return ['scrypt', N, r, p, salt, key].join('$')
}

type Cost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>

const derive = (password: string, salt: Buffer, cost: Cost, requester: HashRequester): Promise<Buffer> =>
  enqueue(
    requester,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options = { ...cost, maxmem: 256 * cost.N * cost.r }
        // Normalizes the password, because different keyboards may produce different code points for the same
        // letters.
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
