import { BareNotice } from '#features/identity/web/BareNotice.tsx'
import { texts } from '#features/identity/web/texts.ts'
import type { Page } from '#web/navigation/page.ts'

/** The return page after the provider has ended its own session. */
export const page: Page = {
  head: () => ({ title: texts.signedOut, meta: [{ name: 'robots', content: 'noindex' }] }),
  Component: () => <BareNotice title={texts.signedOut} isDone />,
}
