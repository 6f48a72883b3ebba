import { createHash } from 'node:crypto'
import { checkPassword } from '#features/identity/contract.ts'
import { passwordStrengths } from '#features/identity/password-strengths.ts'

export const METER_PATH = '/identity/password-meter.js'

/**
 * The only script of the provider's pages: asks the server, as one types on the sign-up page, how strong the password is
 * and shows the answer. Without it the same reason comes with the form.
 */
export const METER_SCRIPT = `'use strict'
const strengths = ${JSON.stringify(passwordStrengths)}
const field = (name) => document.getElementById(name)
const [password, meter, words] = ['password', 'strength', 'strength-text'].map(field)
let timer
let latest = 0
const show = ({ score, fault }) => {
  meter.hidden = false
  meter.value = score
  meter.textContent = strengths[score]
  words.textContent = fault || strengths[score]
}
const ask = async (asked) => {
  const body = JSON.stringify({ password: password.value, email: field('email').value, name: field('name').value })
  const answer = await fetch(${JSON.stringify(checkPassword.path)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (answer.ok && asked === latest) show(await answer.json())
}
password.addEventListener('input', () => {
  latest += 1
  clearTimeout(timer)
  if (password.value) return void (timer = setTimeout(() => ask(latest).catch(() => {}), 400))
  meter.hidden = true
  words.textContent = ''
})
`

/** The policy of the sign-up page: this script and this call, and nothing else of the site. */
export const withMeter = (policy: string, publicUrl: string): string =>
  policy.replace(
    "script-src 'none'",
    `script-src ${publicUrl}${METER_PATH}; connect-src ${publicUrl}${checkPassword.path}`,
  )

/** Changes with the script, so that it can be kept for long. */
export const METER_VERSION = createHash('sha256').update(METER_SCRIPT).digest('hex').slice(0, 8)
