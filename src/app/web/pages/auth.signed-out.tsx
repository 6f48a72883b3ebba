import { createFileRoute } from '@tanstack/react-router'
import { BareNotice } from '#features/identity/web/BareNotice.tsx'
import { texts } from '#features/identity/web/texts.ts'

/** Where the provider leads to after it has ended its own session. */
export const Route = createFileRoute('/auth/signed-out')({
  head: () => ({ meta: [{ title: texts.signedOut }, { name: 'robots', content: 'noindex' }] }),
  component: () => <BareNotice title={texts.signedOut} isDone />,
})
