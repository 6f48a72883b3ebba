import { browserSupportsWebAuthn, startAuthentication } from '@simplewebauthn/browser'

/**
 * Shows the form for passkeys if the browser supports them. Requests a challenge from the server, lets the person choose
 * a passkey, and submits the passkey's response as a form, so that the server's redirects work just as they do after a
 * password.
 */
const showForm = (form: HTMLFormElement): void => {
  form.hidden = false
  const button = form.querySelector('button')
  const response = form.querySelector<HTMLInputElement>('input[name=response]')
  const error = document.getElementById('passkey-error')
  if (!button || !response || !error) return
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    error.textContent = ''
    try {
      response.value = JSON.stringify(await answerChallenge(form.action))
      form.submit()
    } catch (reason) {
      error.textContent =
        reason instanceof TooManyAttempts
          ? 'Too many attempts. Try again in a few minutes.'
          : 'No passkey was used. Try again, or sign in another way.'
    }
    button.disabled = false
  })
}

class TooManyAttempts extends Error {}

const answerChallenge = async (action: string) => {
  const response = await fetch(`${action}/options`, { method: 'POST', body: new URLSearchParams() })
  if (response.status === 429) throw new TooManyAttempts()
  if (!response.ok) throw new Error(String(response.status))
  return startAuthentication({ optionsJSON: await response.json() })
}

const form = document.getElementById('passkey')
const missing = document.getElementById('passkey-missing')
if (browserSupportsWebAuthn() && form instanceof HTMLFormElement) showForm(form)
else if (missing) missing.hidden = false
