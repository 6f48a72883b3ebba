import { BareNotice } from '#features/identity/web/BareNotice.tsx'
import { texts } from '#features/identity/web/texts.ts'
import type { Page } from '#web/navigation/page.ts'

/** Where the provider leads to after it has ended its own session. */
export const page: Page = {
  head: () => ({ title: texts.signedOut, meta: [{ name: 'robots', content: 'noindex' }] }),
  Component: () => <BareNotice title={texts.signedOut} isDone />,
}
