import { createHash } from 'node:crypto'
import { checkPasswordStrength } from '../../contract.ts'
import { passwordStrengthLabels } from '../../contract-form.ts'

export const PASSWORD_METER_PATH = '/identity/password-meter.js'

/**
 * As a person types on the sign-up page, this script asks the server to rate the password and shows the result.
 * Without the script, the same message appears after the form is submitted.
 */
export const PASSWORD_METER_SCRIPT = `'use strict'
const strengths = ${JSON.stringify(passwordStrengthLabels)}
const field = (name) => document.getElementById(name)
const [password, meter, label] = ['password', 'strength', 'strength-text'].map(field)
let timer
let latest = 0
const show = ({ score, fault }) => {
  meter.hidden = false
  meter.value = score
  meter.textContent = strengths[score]
  label.textContent = fault || strengths[score]
}
const check = async (version) => {
  const body = JSON.stringify({ password: password.value, email: field('email').value, name: field('name').value })
  const response = await fetch(${JSON.stringify(checkPasswordStrength.path)}, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (response.ok && version === latest) show(await response.json())
}
password.addEventListener('input', () => {
  latest += 1
  clearTimeout(timer)
  if (password.value) return void (timer = setTimeout(() => check(latest).catch(() => {}), 400))
  meter.hidden = true
  label.textContent = ''
})
`

/** Extends the sign-up page's Content Security Policy to allow only this script and its endpoint. */
export const allowPasswordMeterScript = (policy: string, publicUrl: string): string =>
  policy.replace(
    "script-src 'none'",
    `script-src ${publicUrl}${PASSWORD_METER_PATH}; connect-src ${publicUrl}${checkPasswordStrength.path}`,
  )

/** A hash of the script. The script's URL contains it, so that browsers can cache the script as immutable. */
export const PASSWORD_METER_VERSION = createHash('sha256')
  .update(PASSWORD_METER_SCRIPT)
  .digest('hex')
  .slice(0, 8)
