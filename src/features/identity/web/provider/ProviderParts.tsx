import type { ComponentProps, ReactNode } from 'react'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { TextField } from '#web/kit/TextField.tsx'
import {
  type AccountForm,
  buildInteractionPath,
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '../../contract-values.ts'

export const Text = ({ children, ...rest }: ComponentProps<'p'>) => (
  <p className="text-muted" {...rest}>
    {children}
  </p>
)

export const Links = ({ children }: { children: ReactNode }) => (
  <nav className="flex flex-wrap justify-between gap-3 text-accent underline">{children}</nav>
)

export const CancelLink = ({ uid }: { uid: string }) => (
  <a href={`${buildInteractionPath(uid)}/cancel`}>Cancel</a>
)

type FormProps = { action: string; submit: string; error?: string | undefined; children?: ReactNode }

/** A form with one button, below an error that concerns the whole form. */
export const Form = ({ action, submit, error, children }: FormProps) => (
  <form method="post" action={action} className="flex flex-col gap-4">
    <FormError error={error} />
    {children}
    <button type="submit" className={buttonClasses('primary', 'w-full')}>
      {submit}
    </button>
  </form>
)

export const FormError = ({ error }: { error: string | undefined }) =>
  error && (
    <p role="alert" className="text-danger">
      {error}
    </p>
  )

type FieldProps = Omit<ComponentProps<typeof TextField>, 'id'> & { name: string; error?: string | undefined }

/** A field whose id is its name. The first one with an error has the focus. */
export const ProviderField = ({ error, autoFocus = false, ...props }: FieldProps) => (
  <TextField
    id={props.name}
    autoFocus={autoFocus || Boolean(error)}
    error={error && <span role="alert">{error}</span>}
    {...props}
  />
)

export const EmailField = ({ form }: { form: AccountForm }) => (
  <ProviderField
    name="email"
    label="Email"
    type="email"
    autoComplete="username"
    defaultValue={form.email}
    error={form.errors.email}
    required
    maxLength={MAX_EMAIL_LENGTH}
    autoFocus={form.email === ''}
  />
)

type PasswordProps = { label?: string; error?: string | undefined; autoFocus?: boolean }

export const CurrentPasswordField = ({ label = 'Password', ...rest }: PasswordProps) => (
  <ProviderField
    name="password"
    label={label}
    type="password"
    autoComplete="current-password"
    required
    maxLength={MAX_PASSWORD_LENGTH}
    {...rest}
  />
)

export const NewPasswordField = ({ label = 'Password', ...rest }: PasswordProps) => (
  <ProviderField
    name="password"
    label={`${label} (at least ${MIN_PASSWORD_LENGTH} characters)`}
    type="password"
    autoComplete="new-password"
    required
    minLength={MIN_PASSWORD_LENGTH}
    maxLength={MAX_PASSWORD_LENGTH}
    {...rest}
  />
)
