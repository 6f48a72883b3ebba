import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '#core/paths.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { buildInteractionPath, type ProviderPage } from '../../contract-values.ts'
import { ProviderDocument } from './ProviderDocument.tsx'
import {
  CurrentPasswordField,
  EmailField,
  Form,
  Links,
  NewPasswordField,
  ProviderField,
  Text,
} from './ProviderParts.tsx'
import { PasskeyPage, SecondStepPage, SignInPage, SignUpPage } from './SignInPages.tsx'

type Options = {
  siteName: string
  /** The URLs of the site's styles. */
  styles: readonly string[]
  /** Returns the URL of a script of these pages. */
  scriptOf: (name: 'passkey' | 'password-meter') => string
}

/** Renders a complete page. Nothing of it is hydrated in the browser. */
export const renderProviderPage = (page: ProviderPage, { siteName, styles, scriptOf }: Options): string => {
  const title = page.page === 'message' ? page.title : TITLES[page.page]
  return `<!DOCTYPE html>${renderToStaticMarkup(
    <ProviderDocument siteName={siteName} title={title} styles={styles}>
      <Content page={page} siteName={siteName} scriptOf={scriptOf} />
    </ProviderDocument>,
  )}`
}

const TITLES: Readonly<Record<Exclude<ProviderPage['page'], 'message'>, string>> = {
  opening: 'Sign in',
  'sign-in': 'Sign in',
  'sign-up': 'Create an account',
  passkey: 'Sign in with a passkey',
  'second-step': 'Two-step sign-in',
  'forgot-password': 'Forgot your password?',
  'reset-link-sent': 'Check your email',
  'reset-password': 'Set a new password',
  'confirm-email': 'Confirm your email',
  'sign-out': 'Sign out?',
  unsubscribe: 'Unsubscribe',
  invitation: 'You are invited',
  'device-code': 'Connect a device',
  'device-confirmation': 'Is this your device?',
}

type ContentProps = Pick<Options, 'siteName' | 'scriptOf'> & { page: ProviderPage }

const Content = ({ page, siteName, scriptOf }: ContentProps): ReactNode => {
  switch (page.page) {
    case 'message':
      return (
        <>
          <Text role="alert">{page.text}</Text>
          <Links>
            <a href={paths.home}>{`Back to ${siteName}`}</a>
          </Links>
        </>
      )
    case 'opening':
      return <Text role="status">One moment…</Text>
    case 'sign-in':
      return <SignInPage siteName={siteName} {...page} />
    case 'sign-up':
      return <SignUpPage script={scriptOf('password-meter')} {...page} />
    case 'passkey':
      return <PasskeyPage script={scriptOf('passkey')} {...page} />
    case 'second-step':
      return <SecondStepPage script={scriptOf('passkey')} {...page} />
    case 'forgot-password':
      return (
        <>
          <Text>Enter your email, and we'll send you a link to set a new password.</Text>
          <Form action={`${buildInteractionPath(page.uid)}/forgot`} submit="Send link">
            <EmailField form={page.form} />
          </Form>
          <BackToSignIn uid={page.uid} />
        </>
      )
    case 'reset-link-sent':
      return (
        <>
          <Text role="status">
            {`If there is an account with the email ${page.email}, we've sent it a link to set a new password. The link works for one hour.`}
          </Text>
          <Text>Nothing there? Look in the spam folder, or check the email's spelling.</Text>
          <BackToSignIn uid={page.uid} />
        </>
      )
    case 'reset-password':
      return (
        <>
          <Text>This signs your account out of every browser.</Text>
          <Form action={`/identity/reset/${page.token}`} submit="Set password" error={page.errors.form}>
            <NewPasswordField label="New password" error={page.errors.password} autoFocus />
          </Form>
        </>
      )
    case 'confirm-email':
      return (
        <>
          <Text>{`Confirm that ${page.email} is the email of your ${siteName} account.`}</Text>
          <Form action={`/identity/confirm/${page.token}`} submit="Confirm email" error={page.errors.form}>
            {page.needsPassword && <CurrentPasswordField />}
          </Form>
        </>
      )
    case 'sign-out':
      return (
        <>
          <Text>{`Do you want to sign out of your ${siteName} account in this browser?`}</Text>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the form of the provider's library */}
          <div dangerouslySetInnerHTML={{ __html: page.form }} />
          <button
            type="submit"
            form="op.logoutForm"
            name="logout"
            value="yes"
            className={buttonClasses('primary', 'w-full')}
          >
            Sign out
          </button>
          <Links>
            <a href={paths.home}>Stay signed in</a>
          </Links>
        </>
      )
    case 'unsubscribe':
      return (
        <>
          <Text>
            {`Stop the emails from ${siteName} about your unread notifications. You can turn them on again in your account settings.`}
          </Text>
          <Form action={paths.unsubscribe(page.token)} submit="Unsubscribe" />
        </>
      )
    case 'invitation':
      return (
        <>
          <Text>{`${page.inviter} invites you to join ${siteName}. Continue, and then choose Login to create your account.`}</Text>
          <Form action={paths.invitation(page.token)} submit="Continue" />
        </>
      )
    case 'device-code':
      return (
        <>
          <Text>Enter the code that the program shows. Never enter a code that somebody has sent you.</Text>
          <Form action={page.action} submit="Continue">
            <input type="hidden" name="xsrf" value={page.xsrf} />
            <ProviderField
              name="user_code"
              label="Code"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              autoFocus
              maxLength={20}
              error={page.isWrong ? 'This code is wrong or has expired.' : undefined}
            />
          </Form>
        </>
      )
    case 'device-confirmation':
      return (
        <>
          <Text>{`“${page.name}” wants to connect to ${siteName}. It has to show this code now:`}</Text>
          <p className="text-center font-mono text-2xl tracking-widest">{page.code}</p>
          <Form action={page.action} submit="It shows this code">
            <input type="hidden" name="xsrf" value={page.xsrf} />
            <input type="hidden" name="user_code" value={page.code} />
            <input type="hidden" name="confirm" value="yes" />
          </Form>
          <Links>
            <a href={paths.home}>It shows another code, or none</a>
          </Links>
        </>
      )
  }
}

const BackToSignIn = ({ uid }: { uid: string }) => (
  <Links>
    <a href={buildInteractionPath(uid)}>Back to sign-in</a>
  </Links>
)
