import MegaphoneIcon from 'lucide-react/icons/megaphone'
import { useState } from 'react'
import { texts } from '#features/ads/web/texts.ts'
import { askToSignIn } from '#features/identity/web/ask-to-sign-in.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { later } from '#web/later.tsx'

const AdRequestDialog = later(() => import('./AdRequestDialog.tsx'))

/**
 * The ad card after every fifth post (docs/spec/pages.md#post-card): it offers the ad space itself and is
 * labelled as advertising.
 */
export const AdCard = () => {
  const user = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <article aria-label={texts.name} className="border-b py-5 narrow:py-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-dashed px-4 py-3.5 text-sm">
        <MegaphoneIcon size={18} className="flex-none text-muted" />
        <div className="min-w-48 grow">
          <p className="text-xs text-muted">{texts.name}</p>
          <p className="font-medium">{texts.title}</p>
          <p className="text-muted">{texts.text}</p>
        </div>
        <Button
          onPointerEnter={user ? AdRequestDialog.prepare : undefined}
          onClick={() => (user ? setIsOpen(true) : askToSignIn('advertise'))}
        >
          {texts.ask}
        </Button>
      </div>
      {user && isOpen && <AdRequestDialog user={user} onClose={() => setIsOpen(false)} />}
    </article>
  )
}
