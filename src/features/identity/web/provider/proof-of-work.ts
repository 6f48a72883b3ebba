import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/**
 * Solves the challenge of the form, if it has one, while the person fills it in. A form that is sent before waits for the
 * solution. If there is none, the form is sent without, and the server says so.
 */
export const proveWork = (): void => {
  const field = document.getElementById('proof') as HTMLInputElement | null
  const state = document.getElementById('proof-state')
  if (!field?.form || !state) return
  const { form } = field
  const challenge = JSON.parse(field.dataset.challenge ?? '{}') as Challenge
  let isDone = false
  let isWaiting = false
  form.addEventListener('submit', (event) => {
    if (isDone) return
    event.preventDefault()
    isWaiting = true
    state.textContent = 'Checking that you are no program. Your account is created when this is done…'
  })
  void solveChallenge({ challenge, deriveKey })
    .catch(() => null)
    .then((solution) => {
      if (solution) field.value = JSON.stringify({ challenge, solution })
      isDone = true
      state.textContent = ''
      if (isWaiting) form.requestSubmit()
    })
}
