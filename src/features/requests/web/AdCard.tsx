import { useState } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { adTexts } from './texts.ts'

const AdRequestDialog = lazyWithPreload(() => import('./AdRequestDialog.tsx'))

/**
 * The card after every fifth post (docs/spec/pages.md#post-card). It offers this space to advertisers and is labelled
 * as advertising.
 */
export const AdCard = () => {
  const user = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <article aria-label={adTexts.name} className="border-b py-5 narrow:py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed px-4 py-3.5 text-sm">
        <Icon name="megaphone" size={18} className="flex-none text-muted" />
        <div className="min-w-48 grow">
          <p className="text-xs text-muted">{adTexts.name}</p>
          <p className="font-medium">{adTexts.title}</p>
          <p className="text-muted">{adTexts.text}</p>
        </div>
        <Button
          onPointerEnter={user ? AdRequestDialog.preload : undefined}
          onClick={() => (user ? setIsOpen(true) : requestSignIn('advertise'))}
        >
          {adTexts.advertise}
        </Button>
      </div>
      {user && isOpen && <AdRequestDialog user={user} onClose={() => setIsOpen(false)} />}
    </article>
  )
}
