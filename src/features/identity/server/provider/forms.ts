import { type Html, html } from '#server/html.ts'
import { renderProviderPage } from './page.ts'
import { PASSWORD_METER_PATH, PASSWORD_METER_VERSION } from './password-meter.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-rules.ts'

/**
 * The values that a person submitted and their errors, used to show the form again. The password is never sent back.
 */
export type AccountForm = {
  email: string
  name: string
  errors: { email?: string; name?: string; password?: string; code?: string; form?: string }
}

export const emptyAccountForm: AccountForm = { email: '', name: '', errors: {} }

export const MAX_EMAIL_LENGTH = 254
export const MAX_NAME_LENGTH = 100

type Field = {
  name: 'email' | 'name' | 'password' | 'code'
  label: Html
  type: string
  autocomplete: string
  value?: string
  error?: string | undefined
  attributes?: Html
}

export const renderField = ({
  name,
  label,
  type,
  autocomplete,
  value,
  error,
  attributes,
}: Field): Html => html`
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value ?? ''}"${attributes}${
  error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''
}>
${error && html`<p class="error" id="${name}-error" role="alert">${error}</p>`}`

export const renderFormError = ({ errors: faults }: Pick<AccountForm, 'errors'>): Html | '' =>
  faults.form ? html`<p class="error" role="alert">${faults.form}</p>` : ''

type Interaction = { siteName: string; uid: string; sendsMail: boolean; supportsPasskeys: boolean }

export const buildInteractionPath = (uid: string) => `/identity/interaction/${encodeURIComponent(uid)}`

export const renderEmailField = (form: AccountForm): Html =>
  renderField({
    name: 'email',
    label: html`Email`,
    type: 'email',
    autocomplete: 'username',
    value: form.email,
    error: form.errors.email,
    attributes: html` required maxlength="${MAX_EMAIL_LENGTH}"${form.email === '' && html` autofocus`}`,
  })

export const renderSignInPage = (
  { siteName, uid, sendsMail, supportsPasskeys }: Interaction,
  form: AccountForm,
): string =>
  renderProviderPage(
    siteName,
    'Sign in',
    html`<form method="post" action="${buildInteractionPath(uid)}">
${renderFormError(form)}${renderEmailField(form)}${renderField({
  name: 'password',
  label: html`Password`,
  type: 'password',
  autocomplete: 'current-password',
  error: form.errors.password,
  attributes: html` required maxlength="${MAX_PASSWORD_LENGTH}"${form.email !== '' && html` autofocus`}`,
})}
<button type="submit">Sign in</button>
</form>
${
  supportsPasskeys &&
  html`<a class="secondary" href="${buildInteractionPath(uid)}/passkey">Use a passkey</a>
`
}<nav><a href="${buildInteractionPath(uid)}/sign-up">Create an account</a><a href="${buildInteractionPath(uid)}/cancel">Cancel</a></nav>
${sendsMail ? html`<nav><a href="${buildInteractionPath(uid)}/forgot">Forgot your password?</a></nav>` : html`<p><small>Forgot your password? Ask an admin of ${siteName} for a link to set a new one.</small></p>`}`,
  )

export const renderSignUpPage = (
  { siteName, uid }: Pick<Interaction, 'siteName' | 'uid'>,
  form: AccountForm,
): string =>
  renderProviderPage(
    siteName,
    'Create an account',
    html`<form method="post" action="${buildInteractionPath(uid)}/sign-up">
${renderFormError(form)}${renderEmailField(form)}${renderField({
  name: 'name',
  label: html`Name <small>(optional)</small>`,
  type: 'text',
  autocomplete: 'name',
  value: form.name,
  error: form.errors.name,
  attributes: html` maxlength="${MAX_NAME_LENGTH}"`,
})}${renderField({
  name: 'password',
  label: html`Password <small>(at least ${MIN_PASSWORD_LENGTH} characters)</small>`,
  type: 'password',
  autocomplete: 'new-password',
  error: form.errors.password,
  attributes: html` required minlength="${MIN_PASSWORD_LENGTH}" maxlength="${MAX_PASSWORD_LENGTH}"`,
})}
<meter id="strength" min="0" max="4" low="2.5" high="3.5" optimum="4" value="0" aria-label="Password strength" hidden></meter>
<p class="strength" id="strength-text" role="status"></p>
<button type="submit">Create account</button>
</form>
<script src="${PASSWORD_METER_PATH}?${PASSWORD_METER_VERSION}" defer></script>
<nav><a href="${buildInteractionPath(uid)}">Already have an account? Sign in</a><a href="${buildInteractionPath(uid)}/cancel">Cancel</a></nav>`,
  )
