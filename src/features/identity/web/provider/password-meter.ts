import { passwordStrengthLabels } from '../../contract-values.ts'
import { proveWork } from './proof-of-work.ts'

const DELAY_MS = 400

proveWork()

/** The response of `POST /api/password-strength`. */
type Rating = { score: number; fault: string | null }

const inputOf = (name: string) => document.getElementById(name) as HTMLInputElement
const password = inputOf('password')
const meter = document.getElementById('strength') as HTMLMeterElement
const label = document.getElementById('strength-text') as HTMLElement
let timer = 0
let latest = 0

const show = ({ score, fault }: Rating): void => {
  const strength = passwordStrengthLabels[score] ?? ''
  meter.hidden = false
  meter.value = score
  meter.textContent = strength
  label.textContent = fault || strength
}

const check = async (version: number): Promise<void> => {
  const values = { password: password.value, email: inputOf('email').value, name: inputOf('name').value }
  const response = await fetch('/api/password-strength', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  if (response.ok && version === latest) show((await response.json()) as Rating)
}

// The error of a failed request is ignored, because the same message appears after the form is submitted.
const rateSoon = (): void => {
  latest += 1
  const version = latest
  clearTimeout(timer)
  if (password.value) timer = window.setTimeout(() => void check(version).catch(() => {}), DELAY_MS)
  else {
    meter.hidden = true
    label.textContent = ''
  }
}

password.addEventListener('input', rateSoon)
// Somebody may have typed before this script was loaded.
if (password.value) rateSoon()
