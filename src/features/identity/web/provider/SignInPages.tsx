import { buttonClasses } from '#web/kit/button-classes.ts'
import {
  buildInteractionPath,
  buildSecondStepPath,
  MAX_NAME_LENGTH,
  type ProviderPage,
} from '../../contract-values.ts'
import {
  CancelLink,
  CurrentPasswordField,
  EmailField,
  Form,
  FormError,
  Links,
  NewPasswordField,
  ProviderField,
  Text,
} from './ProviderParts.tsx'

type PropsOf<N extends ProviderPage['page']> = Extract<ProviderPage, { page: N }>
type WithSite = { siteName: string }
type WithScript = { script: string }

export const SignInPage = ({
  siteName,
  uid,
  sendsMail,
  adminContact,
  supportsPasskeys,
  signUpError,
  form,
}: PropsOf<'sign-in'> & WithSite) => (
  <>
    <Form action={buildInteractionPath(uid)} submit="Sign in" error={form.errors.form}>
      <EmailField form={form} />
      <CurrentPasswordField error={form.errors.password} autoFocus={form.email !== ''} />
    </Form>
    {supportsPasskeys && (
      <a href={`${buildInteractionPath(uid)}/passkey`} className={buttonClasses('plain', 'w-full')}>
        Use a passkey
      </a>
    )}
    <Links>
      {signUpError === null && <a href={`${buildInteractionPath(uid)}/sign-up`}>Create an account</a>}
      <CancelLink uid={uid} />
    </Links>
    {signUpError !== null && <p className="text-sm text-muted">{signUpError}</p>}
    {sendsMail ? (
      <Links>
        <a href={`${buildInteractionPath(uid)}/forgot`}>Forgot your password?</a>
      </Links>
    ) : (
      <p className="text-sm text-muted">
        {`Forgot your password? Ask an admin of ${siteName} for a link to set a new one.`}
        <AdminContact contact={adminContact} />
      </p>
    )}
  </>
)

/** Links to the email address or the page where an admin can be reached, if the operator has named one. */
const AdminContact = ({ contact }: { contact: string | undefined }) =>
  contact && (
    <>
      {' Contact: '}
      <a
        href={contact.includes('://') ? contact : `mailto:${contact}`}
        className="text-accent underline wrap-anywhere"
      >
        {contact}
      </a>
    </>
  )

export const SignUpPage = ({ uid, shownAt, challenge, form, script }: PropsOf<'sign-up'> & WithScript) => (
  <>
    <Form action={`${buildInteractionPath(uid)}/sign-up`} submit="Create account" error={form.errors.form}>
      <EmailField form={form} />
      <ProviderField
        name="name"
        label="Name (optional)"
        type="text"
        autoComplete="name"
        defaultValue={form.name}
        error={form.errors.name}
        maxLength={MAX_NAME_LENGTH}
      />
      <NewPasswordField error={form.errors.password} />
      <Trap />
      <input type="hidden" name="shown-at" value={shownAt} />
      {challenge !== null && <ProofField challenge={challenge} />}
      <div>
        <meter
          id="strength"
          min={0}
          max={4}
          low={2.5}
          high={3.5}
          optimum={4}
          value={0}
          aria-label="Password strength"
          hidden
          className="h-2 w-full"
        />
        <p id="strength-text" role="status" className="min-h-5 text-sm text-muted" />
      </div>
    </Form>
    <script type="module" src={script} />
    <Links>
      <a href={buildInteractionPath(uid)}>Already have an account? Sign in</a>
      <CancelLink uid={uid} />
    </Links>
  </>
)

/** Holds what the browser computes against programs (proof-of-work.ts), and says how far it is. */
const ProofField = ({ challenge }: { challenge: string }) => (
  <>
    <input type="hidden" id="proof" name="proof" value="" data-challenge={challenge} />
    <p id="proof-state" role="status" className="text-sm text-muted" />
    <noscript>
      <p>This form needs JavaScript at the moment, because programs try to create accounts.</p>
    </noscript>
  </>
)

/** A field for programs that fill in every field. Neither people nor their password managers see it. */
const Trap = () => (
  <div aria-hidden className="sr-only">
    <label htmlFor="website">Leave this field empty</label>
    <input
      id="website"
      name="website"
      type="text"
      tabIndex={-1}
      autoComplete="off"
      data-1p-ignore
      data-bwignore
      data-lpignore="true"
      maxLength={100}
    />
  </div>
)

/** Signs in with a passkey instead of a password. It is a page of its own, because that of the password allows no scripts. */
export const PasskeyPage = ({ uid, error, script }: PropsOf<'passkey'> & WithScript) => (
  <>
    <FormError error={error} />
    <Text>
      Your device confirms that it's you, with your fingerprint, your face, a PIN or a security key.
    </Text>
    <PasskeyForm action={`${buildInteractionPath(uid)}/passkey`} script={script} isOnlyWay />
    <Links>
      <a href={buildInteractionPath(uid)}>Use your password</a>
      <CancelLink uid={uid} />
    </Links>
  </>
)

export const SecondStepPage = ({ script, ...step }: PropsOf<'second-step'> & WithScript) => {
  const { uid, hasApp, hasPasskeys, isRecovery, errors } = step
  if (isRecovery) return <RecoveryForm {...step} />
  const path = buildSecondStepPath(uid)
  return (
    <>
      <FormError error={errors.form} />
      {hasApp && (
        <>
          <Text>Enter the code that your authenticator app shows now.</Text>
          <Form action={path} submit="Continue">
            <ProviderField
              name="code"
              label="Code (6 digits)"
              type="text"
              autoComplete="one-time-code"
              error={errors.code}
              required
              inputMode="numeric"
              pattern="\s*[0-9]{3}\s?[0-9]{3}\s*"
              title="6 digits"
              maxLength={20}
              autoFocus
            />
          </Form>
        </>
      )}
      {hasPasskeys && (
        <>
          {!hasApp && <Text>Confirm with one of your passkeys that it's you.</Text>}
          <PasskeyForm action={`${path}/passkey`} script={script} isOnlyWay={!hasApp} />
        </>
      )}
      <Links>
        <a href={`${path}?with=recovery-code`}>Use a recovery code</a>
        <CancelLink uid={uid} />
      </Links>
    </>
  )
}

const RecoveryForm = ({ uid, errors, adminContact }: PropsOf<'second-step'>) => (
  <>
    <Text>Enter one of the recovery codes that you saved. Each works once.</Text>
    <Form action={`${buildSecondStepPath(uid)}?with=recovery-code`} submit="Continue" error={errors.form}>
      <ProviderField
        name="code"
        label="Recovery code"
        type="text"
        autoComplete="off"
        error={errors.code}
        required
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        autoFocus
      />
    </Form>
    <p className="text-sm text-muted">
      No codes left? Ask an admin to turn off two-step sign-in for your account.
      <AdminContact contact={adminContact} />
    </p>
    <Links>
      <a href={buildSecondStepPath(uid)}>Back</a>
      <CancelLink uid={uid} />
    </Links>
  </>
)

type PasskeyFormProps = WithScript & { action: string; isOnlyWay: boolean }

/**
 * A passkey button, which appears only in browsers that have JavaScript and support passkeys. If the page offers no
 * other way to sign in, other browsers show why the button is missing.
 */
const PasskeyForm = ({ action, script, isOnlyWay }: PasskeyFormProps) => (
  <>
    {isOnlyWay && (
      <>
        <noscript>
          <p>Passkeys need JavaScript. Turn it on, or sign in another way.</p>
        </noscript>
        <p id="passkey-missing" role="alert" hidden>
          This browser doesn't support passkeys. Sign in another way.
        </p>
      </>
    )}
    <form method="post" action={action} id="passkey" hidden>
      <input type="hidden" name="response" value="" />
      <button type="submit" className={buttonClasses(isOnlyWay ? 'primary' : 'plain', 'w-full')}>
        Use a passkey
      </button>
      <p id="passkey-error" role="alert" className="mt-1 text-danger" />
    </form>
    <script type="module" src={script} />
  </>
)
