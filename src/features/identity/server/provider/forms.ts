import { type Html, html } from './html.ts'
import { page } from './page.ts'
import { METER_PATH, METER_VERSION } from './password-meter.ts'
import { PASSWORD_LEAST, PASSWORD_MOST } from './password-rules.ts'

/** What a person typed, and what is wrong with it; the password is never sent back. */
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
  fault?: string | undefined
  more?: Html
}

const field = ({ name, label, type, autocomplete, value, fault, more }: Field): Html => html`
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value ?? ''}"${more}${
  fault ? html` aria-invalid="true" aria-describedby="${name}-fault"` : ''
}>
${fault && html`<p class="fault" id="${name}-fault" role="alert">${fault}</p>`}`

const formFault = ({ faults }: Form): Html | '' =>
  faults.form ? html`<p class="fault" role="alert">${faults.form}</p>` : ''

type Place = { siteName: string; uid: string }

const base = (uid: string) => `/identity/interaction/${encodeURIComponent(uid)}`

const emailField = (form: Form): Html =>
  field({
    name: 'email',
    label: html`E-mail`,
    type: 'email',
    autocomplete: 'username',
    value: form.email,
    fault: form.faults.email,
    more: html` required maxlength="${EMAIL_MOST}"${form.email === '' && html` autofocus`}`,
  })

export const signInPage = ({ siteName, uid }: Place, form: Form): string =>
  page(
    siteName,
    'Sign in',
    html`<form method="post" action="${base(uid)}">
${formFault(form)}${emailField(form)}${field({
  name: 'password',
  label: html`Password`,
  type: 'password',
  autocomplete: 'current-password',
  fault: form.faults.password,
  more: html` required maxlength="${PASSWORD_MOST}"${form.email !== '' && html` autofocus`}`,
})}
<button type="submit">Sign in</button>
</form>
<nav><a href="${base(uid)}/sign-up">Create an account</a><a href="${base(uid)}/cancel">Cancel</a></nav>`,
  )

export const signUpPage = ({ siteName, uid }: Place, form: Form): string =>
  page(
    siteName,
    'Create an account',
    html`<form method="post" action="${base(uid)}/sign-up">
${formFault(form)}${emailField(form)}${field({
  name: 'name',
  label: html`Name <small>(optional)</small>`,
  type: 'text',
  autocomplete: 'name',
  value: form.name,
  fault: form.faults.name,
  more: html` maxlength="${NAME_MOST}"`,
})}${field({
  name: 'password',
  label: html`Password <small>(at least ${PASSWORD_LEAST} characters)</small>`,
  type: 'password',
  autocomplete: 'new-password',
  fault: form.faults.password,
  more: html` required minlength="${PASSWORD_LEAST}" maxlength="${PASSWORD_MOST}"`,
})}
<meter id="strength" min="0" max="4" low="2.5" high="3.5" optimum="4" value="0" aria-label="Strength" hidden></meter>
<p class="strength" id="strength-text" role="status"></p>
<button type="submit">Create account</button>
</form>
<script src="${METER_PATH}?${METER_VERSION}" defer></script>
<nav><a href="${base(uid)}">I have an account</a><a href="${base(uid)}/cancel">Cancel</a></nav>`,
  )
