import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { type HashRequester, PasswordQueue } from './password-queue.ts'

/** The OWASP recommendation for scrypt: 128 MB and about a third of a second per hash. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const KEY_BYTES = 32

const queue = new PasswordQueue()

/** Returns `scrypt$N$r$p$salt$key`. Each hash states its own cost, so the cost can be raised later. */
export const hashPassword = async (password: string, requester: HashRequester): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST, requester)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Takes the same time with and without a hash, so that timing does not reveal which emails have an account.
 */
export const verifyPassword = async (
  password: string,
  hash: string | null,
  requester: HashRequester,
): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = (hash ?? DUMMY_HASH).split('$')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost, requester)
  return hash !== null && actual.length === expected.length && timingSafeEqual(actual, expected)
}

const DUMMY_HASH = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', ''].join('$')

type Cost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>

const derive = (password: string, salt: Buffer, cost: Cost, requester: HashRequester): Promise<Buffer> =>
  queue.run(
    requester,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options = { ...cost, maxmem: 256 * cost.N * cost.r }
        // Different keyboards may produce different code points for the same letters.
        scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
