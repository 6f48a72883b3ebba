import { type Html, html } from '#server/html.ts'
import { type AccountForm, buildInteractionPath, renderField, renderFormError } from './forms.ts'
import { renderProviderPage } from './page.ts'
import { renderPasskeyForm } from './passkey-form.ts'

export const buildSecondStepPath = (uid: string) => `${buildInteractionPath(uid)}/second-step`

type SecondStep = {
  siteName: string
  uid: string
  hasApp: boolean
  hasPasskeys: boolean
  isRecovery: boolean
}

type Errors = Pick<AccountForm['errors'], 'code' | 'form'>

/**
 * Renders the page that asks for the second step after the password: a code from the app, a passkey or, on request, a
 * recovery code.
 */
export const renderSecondStepPage = (step: SecondStep, errors: Errors = {}): string =>
  renderProviderPage(
    step.siteName,
    'Two-step sign-in',
    step.isRecovery ? recoveryForm(step, errors) : factorForms(step, errors),
  )

const factorForms = ({ uid, hasApp, hasPasskeys }: SecondStep, errors: Errors): Html => {
  const path = buildSecondStepPath(uid)
  return html`${renderFormError({ errors })}${
    hasApp &&
    html`<p>Enter the code that your authenticator app shows now.</p>
<form method="post" action="${path}">${renderField({
      name: 'code',
      label: html`Code <small>(6 digits)</small>`,
      type: 'text',
      autocomplete: 'one-time-code',
      error: errors.code,
      attributes: html` required inputmode="numeric" pattern="\\s*[0-9]{3}\\s?[0-9]{3}\\s*" title="6 digits" maxlength="20" autofocus`,
    })}
<button type="submit">Continue</button>
</form>`
  }${
    hasPasskeys &&
    html`${
      !hasApp && html`<p>Confirm with one of your passkeys that it's you.</p>`
    }${renderPasskeyForm(`${path}/passkey`, { isOnlyWay: !hasApp })}`
  }
<nav><a href="${path}?with=recovery-code">Use a recovery code</a><a href="${buildInteractionPath(uid)}/cancel">Cancel</a></nav>`
}

const recoveryForm = ({ uid }: SecondStep, errors: Errors): Html => html`${renderFormError({ errors })}
<p>Enter one of the recovery codes that you saved. Each works once.</p>
<form method="post" action="${buildSecondStepPath(uid)}?with=recovery-code">${renderField({
  name: 'code',
  label: html`Recovery code`,
  type: 'text',
  autocomplete: 'off',
  error: errors.code,
  attributes: html` required autocapitalize="characters" spellcheck="false" maxlength="40" autofocus`,
})}
<button type="submit">Continue</button>
</form>
<p><small>No codes left? Ask an admin to turn off two-step sign-in for your account.</small></p>
<nav><a href="${buildSecondStepPath(uid)}">Back</a><a href="${buildInteractionPath(uid)}/cancel">Cancel</a></nav>`

/**
 * Renders the page for signing in with a passkey instead of a password. It is a separate page, because the password
 * page allows no scripts.
 */
export const renderPasskeyPage = (
  { siteName, uid }: Pick<SecondStep, 'siteName' | 'uid'>,
  errors: Errors = {},
): string =>
  renderProviderPage(
    siteName,
    'Sign in with a passkey',
    html`${renderFormError({ errors })}<p>Your device confirms that it's you, with your fingerprint, your face, a PIN or a security key.</p>
${renderPasskeyForm(`${buildInteractionPath(uid)}/passkey`, { isOnlyWay: true })}
<nav><a href="${buildInteractionPath(uid)}">Use your password</a><a href="${buildInteractionPath(uid)}/cancel">Cancel</a></nav>`,
  )
