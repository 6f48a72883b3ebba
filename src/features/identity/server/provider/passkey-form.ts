import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Html, html } from '#server/html.ts'

export const PASSKEY_SCRIPT_PATH = '/identity/passkey.js'

/** The library's bundle for classic scripts, which defines the global `SimpleWebAuthnBrowser`. */
const LIBRARY = readFileSync(
  new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
  'utf8',
)

/**
 * Shows the form if the browser supports passkeys. Requests a challenge from the server, lets the person choose a
 * passkey, and submits the passkey's response as a form, so that the server's redirects work just as they do after a
 * password.
 */
export const PASSKEY_SCRIPT = `${LIBRARY}
;(() => {
'use strict'
const { browserSupportsWebAuthn, startAuthentication } = SimpleWebAuthnBrowser
const form = document.getElementById('passkey')
const error = document.getElementById('passkey-error')
if (!browserSupportsWebAuthn()) {
  const missing = document.getElementById('passkey-missing')
  if (missing) missing.hidden = false
  return
}
form.hidden = false
const answer = async () => {
  const response = await fetch(form.action + '/options', { method: 'POST', body: new URLSearchParams() })
  if (!response.ok) throw new Error(String(response.status))
  return startAuthentication({ optionsJSON: await response.json() })
}
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const [button] = form.getElementsByTagName('button')
  button.disabled = true
  error.textContent = ''
  try {
    form.elements.namedItem('response').value = JSON.stringify(await answer())
    form.submit()
  } catch (fault) {
    error.textContent = fault.message === '429'
      ? 'Too many attempts. Try again in a few minutes.'
      : 'No passkey was used. Try again, or sign in another way.'
  }
  button.disabled = false
})
})()
`

/** A hash of the script. The script's URL contains it, so that browsers can cache the script as immutable. */
const VERSION = createHash('sha256').update(PASSKEY_SCRIPT).digest('hex').slice(0, 8)

/**
 * Renders a passkey button, which appears only in browsers that have JavaScript and support passkeys. If the page
 * offers no other way to sign in, other browsers show why the button is missing.
 */
export const renderPasskeyForm = (action: string, { isOnlyWay }: { isOnlyWay: boolean }): Html => html`${
  isOnlyWay &&
  html`<noscript><p>Passkeys need JavaScript. Turn it on, or sign in another way.</p></noscript>
<p id="passkey-missing" role="alert" hidden>This browser doesn't support passkeys. Sign in another way.</p>`
}
<form method="post" action="${action}" id="passkey" hidden>
<input type="hidden" name="response" value="">
<button type="submit"${!isOnlyWay && html` class="secondary"`}>Use a passkey</button>
<p class="error" id="passkey-error" role="alert"></p>
</form>
<script src="${PASSKEY_SCRIPT_PATH}?${VERSION}" defer></script>`

/** Extends a page's Content Security Policy to allow only this script and its requests for challenges. */
export const allowPasskeyScript = (policy: string, publicUrl: string): string =>
  policy.replace(
    "script-src 'none'",
    `script-src ${publicUrl}${PASSKEY_SCRIPT_PATH}; connect-src ${publicUrl}/identity/interaction/`,
  )
