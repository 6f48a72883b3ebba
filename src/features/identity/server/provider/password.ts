import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { unavailable } from '#core/failure.ts'

/** OWASP's advice for scrypt: 128 MB and about a third of a second for each hash. */
const COST = { N: 2 ** 17, r: 8, p: 1 }
const BYTES = 32
/** Of memory and of Node's four helper threads: more at once would stall files and name look-ups. */
const AT_ONCE = 2
const WAITING_MOST = 30

/** `scrypt$N$r$p$salt$key`: a later cost may differ, older hashes still say theirs. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const key = await derive(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/** Takes the same time whether there is a hash or not, so that nobody learns which e-mails have an account. */
export const isPasswordRight = async (password: string, hash: string | null): Promise<boolean> => {
  const [, N, r, p, salt = '', key = ''] = (hash ?? NOBODYS).split('$')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const given = await derive(password, Buffer.from(salt, 'base64url'), cost)
  return hash !== null && given.length === expected.length && timingSafeEqual(given, expected)
}

const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', ''].join('$')

const derive = (password: string, salt: Buffer, cost: Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>) =>
  inLine(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const options = { ...cost, maxmem: 256 * cost.N * cost.r }
        // The same letters typed on another keyboard may be other code points.
        scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        )
      }),
  )

let running = 0
const waiting: (() => void)[] = []

const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
  if (waiting.length >= WAITING_MOST) throw unavailable('Many people are signing in, please try again', 10)
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // Its place goes to the next in line, or is given up.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
