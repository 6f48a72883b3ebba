import { html } from '#server/html.ts'
import {
  type AccountForm,
  buildInteractionPath,
  renderEmailField,
  renderField,
  renderFormError,
} from './forms.ts'
import { renderProviderPage } from './page.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rules.ts'

type Interaction = { siteName: string; uid: string }

export const renderForgotPasswordPage = ({ siteName, uid }: Interaction, form: AccountForm): string =>
  renderProviderPage(
    siteName,
    'Forgot your password?',
    html`<p>Enter your email, and we'll send you a link to set a new password.</p>
<form method="post" action="${buildInteractionPath(uid)}/forgot">
${renderEmailField(form)}
<button type="submit">Send link</button>
</form>
<nav><a href="${buildInteractionPath(uid)}">Back to sign-in</a></nav>`,
  )

/** Shows the same message whether or not the account exists. */
export const renderResetLinkSentPage = ({ siteName, uid }: Interaction, email: string): string =>
  renderProviderPage(
    siteName,
    'Check your email',
    html`<p role="status">If there is an account with the email ${email}, we've sent it a link to set a new password. The link works for one hour.</p>
<p>Nothing there? Look in the spam folder, or check the email's spelling.</p>
<nav><a href="${buildInteractionPath(uid)}">Back to sign-in</a></nav>`,
  )

type Link = { siteName: string; token: string }

/**
 * Renders the form for a new password. The password changes only when the form is submitted, so a mail program can
 * safely open the link to check it.
 */
export const renderPasswordResetPage = (
  { siteName, token }: Link,
  errors: AccountForm['errors'] = {},
): string =>
  renderProviderPage(
    siteName,
    'Set a new password',
    html`<p>This signs your account out of every browser.</p>
<form method="post" action="/identity/reset/${token}">
${renderFormError({ errors })}${renderField({
  name: 'password',
  label: html`New password <small>(at least ${MIN_PASSWORD_LENGTH} characters)</small>`,
  type: 'password',
  autocomplete: 'new-password',
  error: errors.password,
  attributes: html` required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}" autofocus`,
})}
<button type="submit">Set password</button>
</form>`,
  )

type Confirmation = Link & { email: string; needsPassword: boolean }

/**
 * Renders the page that confirms an email. In a browser that has not signed in to the account, it asks for the
 * password. Otherwise, someone could sign up with another person's email and have that person confirm it with one
 * click.
 */
export const renderConfirmEmailPage = (
  { siteName, token, email, needsPassword }: Confirmation,
  errors: AccountForm['errors'] = {},
): string =>
  renderProviderPage(
    siteName,
    'Confirm your email',
    html`<p>Confirm that ${email} is the email of your ${siteName} account.</p>
<form method="post" action="/identity/confirm/${token}">
${renderFormError({ errors })}${
  needsPassword &&
  renderField({
    name: 'password',
    label: html`Password`,
    type: 'password',
    autocomplete: 'current-password',
    attributes: html` required maxlength="${MAX_PASSWORD_LENGTH}"`,
  })
}
<button type="submit">Confirm email</button>
</form>`,
  )
