import { type Html, html } from './html.ts'
import { page } from './page.ts'
import { METER_PATH, METER_VERSION } from './password-meter.ts'
import { PASSWORD_LEAST, PASSWORD_MOST } from './password-rules.ts'

/** The submitted values and their errors. The password is never sent back. */
export type Form = {
  email: string
  name: string
  faults: { email?: string; name?: string; password?: string; form?: string }
}

export const emptyForm: Form = { email: '', name: '', faults: {} }

export const EMAIL_MOST = 254
export const NAME_MOST = 100

type Field = {
  name: 'email' | 'name' | 'password'
  label: Html
  type: string
  autocomplete: string
  value?: string
  error?: string | undefined
  attributes?: Html
}

const field = ({ name, label, type, autocomplete, value, error, attributes }: Field): Html => html`
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value ?? ''}"${attributes}${
  error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''
}>
${error && html`<p class="error" id="${name}-error" role="alert">${error}</p>`}`

const formError = ({ faults }: Form): Html | '' =>
  faults.form ? html`<p class="error" role="alert">${faults.form}</p>` : ''

type Interaction = { siteName: string; uid: string }

const interactionPath = (uid: string) => `/identity/interaction/${encodeURIComponent(uid)}`

const emailField = (form: Form): Html =>
  field({
    name: 'email',
    label: html`Email`,
    type: 'email',
    autocomplete: 'username',
    value: form.email,
    error: form.faults.email,
    attributes: html` required maxlength="${EMAIL_MOST}"${form.email === '' && html` autofocus`}`,
  })

export const signInPage = ({ siteName, uid }: Interaction, form: Form): string =>
  page(
    siteName,
    'Sign in',
    html`<form method="post" action="${interactionPath(uid)}">
${formError(form)}${emailField(form)}${field({
  name: 'password',
  label: html`Password`,
  type: 'password',
  autocomplete: 'current-password',
  error: form.faults.password,
  attributes: html` required maxlength="${PASSWORD_MOST}"${form.email !== '' && html` autofocus`}`,
})}
<button type="submit">Sign in</button>
</form>
<nav><a href="${interactionPath(uid)}/sign-up">Create an account</a><a href="${interactionPath(uid)}/cancel">Cancel</a></nav>`,
  )

export const signUpPage = ({ siteName, uid }: Interaction, form: Form): string =>
  page(
    siteName,
    'Create an account',
    html`<form method="post" action="${interactionPath(uid)}/sign-up">
${formError(form)}${emailField(form)}${field({
  name: 'name',
  label: html`Name <small>(optional)</small>`,
  type: 'text',
  autocomplete: 'name',
  value: form.name,
  error: form.faults.name,
  attributes: html` maxlength="${NAME_MOST}"`,
})}${field({
  name: 'password',
  label: html`Password <small>(at least ${PASSWORD_LEAST} characters)</small>`,
  type: 'password',
  autocomplete: 'new-password',
  error: form.faults.password,
  attributes: html` required minlength="${PASSWORD_LEAST}" maxlength="${PASSWORD_MOST}"`,
})}
<meter id="strength" min="0" max="4" low="2.5" high="3.5" optimum="4" value="0" aria-label="Password strength" hidden></meter>
<p class="strength" id="strength-text" role="status"></p>
<button type="submit">Create account</button>
</form>
<script src="${METER_PATH}?${METER_VERSION}" defer></script>
<nav><a href="${interactionPath(uid)}">Already have an account? Sign in</a><a href="${interactionPath(uid)}/cancel">Cancel</a></nav>`,
  )
