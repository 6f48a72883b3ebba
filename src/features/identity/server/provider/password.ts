import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { type Asker, PasswordQueue } from './password-queue.ts'

/** OWASP's advice for scrypt: 128 MB and about a third of a second for each hash. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const BYTES = 32

const queue = new PasswordQueue()

/** `scrypt$N$r$p$salt$key`: a later cost may differ, older hashes still say theirs. */
export const hashPassword = async (password: string, asker: Asker): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST, asker)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes the same time whether there is a hash or not, so that nobody learns which e-mails have an account. */
export const isPasswordRight = async (
  password: string,
  hash: string | null,
  asker: Asker,
): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODYS).split('$')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64url'), cost, asker)
  return hash !== null && given.length === expected.length && timingSafeEqual(given, expected)
}

const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', ''].join('$')

type Cost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>

const derive = (password: string, salt: Buffer, cost: Cost, asker: Asker): Promise<Buffer> =>
  queue.run(
    asker,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options = { ...cost, maxmem: 256 * cost.N * cost.r }
        // The same letters typed on another keyboard may be other code points.
        scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )
