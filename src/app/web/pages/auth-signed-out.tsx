import { StandaloneMessagePage } from '#features/identity/web/StandaloneMessagePage.tsx'
import { signInTexts } from '#features/identity/web/texts.ts'
import type { Page } from '#web/navigation/page.ts'

/** The page to which the identity provider redirects after ending its own session. */
export const page: Page = {
  head: () => ({ title: signInTexts.signedOut }),
  Component: () => <StandaloneMessagePage title={signInTexts.signedOut} hasHomeLink />,
}
