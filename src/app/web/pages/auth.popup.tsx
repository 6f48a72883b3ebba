import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { BareNotice } from '#features/identity/web/BareNotice.tsx'
import { signInSettingsQuery } from '#features/identity/web/queries.ts'
import { texts } from '#features/identity/web/texts.ts'

/** Where the provider's window comes back to. */
export const Route = createFileRoute('/auth/popup')({
  loader: ({ context }) => context.queryClient.ensureQueryData(signInSettingsQuery),
  head: () => ({ meta: [{ title: texts.finishing }, { name: 'robots', content: 'noindex' }] }),
  component: Popup,
})

function Popup() {
  const settings = Route.useLoaderData()
  const [isDone, setIsDone] = useState(false)
  const finish = useEffectEvent(() => {
    import('#features/identity/web/sign-in/finish-popup.ts')
      .then(({ finishPopup }) => finishPopup(settings))
      // Nobody waits for this window, or it was opened by hand.
      .catch(() => {})
      .finally(() => setIsDone(true))
  })
  useEffect(() => finish(), [])
  return <BareNotice title={isDone ? texts.closeWindow : texts.finishing} isDone={isDone} />
}
