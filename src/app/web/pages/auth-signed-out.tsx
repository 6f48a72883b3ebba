import { StandaloneMessagePage } from '#features/identity/web/StandaloneMessagePage.tsx'
import { signInDialogTexts } from '#features/identity/web/sign-in/texts.ts'
import type { Page } from '#web/navigation/page.ts'

/** The page to which the identity provider redirects after ending its own session. */
export const page: Page = {
  head: () => ({ title: signInDialogTexts.signedOut }),
  Component: () => <StandaloneMessagePage title={signInDialogTexts.signedOut} hasHomeLink />,
}
