import { StandaloneMessagePage } from '#features/identity/web/StandaloneMessagePage.tsx'
import { texts } from '#features/identity/web/texts.ts'
import type { Page } from '#web/navigation/page.ts'

/** The page to which the identity provider redirects after ending its own session. */
export const page: Page = {
  head: () => ({ title: texts.signedOut }),
  Component: () => <StandaloneMessagePage title={texts.signedOut} hasHomeLink />,
}
