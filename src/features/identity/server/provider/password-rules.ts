import { countCharacters } from '#core/text.ts'

export const PASSWORD_LEAST = 10
export const PASSWORD_MOST = 200

/** The most used ones that are long enough; what only repeats or counts on is found by rule. */
const COMMON = new Set(
  `1q2w3e4r5t 1qaz2wsx3edc q1w2e3r4t5 qwertyuiop qwerty1234 qwerty12345 qwerty123456 asdfghjkl1 zxcvbnm123
  password12 password123 password1234 passw0rd123 p@ssw0rd123 iloveyou12 iloveyou123 princess123 football123
  baseball123 superman123 sunshine123 welcome123 letmein123 monkey1234 dragon1234 admin12345 adminadmin
  administrator changeme123 trustno123 abcd123456 abcdef1234 abc1234567 a123456789 aa12345678 1234qwerasdf
  123qweasdzxc qazwsxedcrfv qweasdzxc123 pokemon123 computer123 liverpool123 charlie123 michael123
  test123456 testtest123 test1234567 user123456 secret1234 mypassword mypassword1 passwordpassword`.split(
    /\s+/,
  ),
)

/** What is wrong with a new password, or null. `email` is normal; it, its first part and the site's name are what others guess first. */
export const passwordFault = (
  password: string,
  { email, siteName }: { email: string; siteName: string },
): string | null => {
  const length = countCharacters(password)
  if (length < PASSWORD_LEAST) return `The password must be at least ${PASSWORD_LEAST} characters`
  if (length > PASSWORD_MOST) return `The password must be at most ${PASSWORD_MOST} characters`
  const lower = password.toLowerCase()
  const known = [email, email.split('@')[0] ?? '', siteName.toLowerCase()]
  const isKnown = known.some(
    (word) => word.length > 3 && lower.includes(word) && lower.length < word.length + 6,
  )
  const isPlain = COMMON.has(lower) || new Set(lower).size < 4 || countsOn(lower)
  return isKnown || isPlain ? 'This password is too easy to guess' : null
}

/** `1234567890`, `abcdefghij` and back. */
const countsOn = (text: string): boolean => {
  const steps = [...text].slice(1).map((letter, at) => letter.charCodeAt(0) - text.charCodeAt(at))
  const usual = steps.filter((step) => step === steps[0] && Math.abs(step) === 1)
  return usual.length >= steps.length - 1
}
