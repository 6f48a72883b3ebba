import { useState } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { requestSignIn } from '#web/sign-in-request.ts'
import { adTexts } from './texts.ts'

/** A tile of a narrow gallery has room for the title and the button only. */
const HIDDEN_IN_SMALL_TILES = '@max-[540px]:hidden'

const AdRequestDialog = lazyDialog(() => import('./AdRequestDialog.tsx'))

/**
 * The card, or the tile of a gallery, after every fifth post (docs/spec/pages.md#post-card). It offers this space to advertisers and is labelled
 * as advertising.
 */
export const AdCard = ({ isTile = false }: { isTile?: boolean }) => {
  const user = useCurrentUser()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <article aria-label={adTexts.name} className={isTile ? 'h-full' : 'border-b py-5 narrow:py-4'}>
      <div
        className={classNames(
          'flex rounded-lg border border-dashed text-sm',
          isTile
            ? 'h-full flex-col items-start justify-between gap-2 overflow-hidden p-3'
            : 'flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5',
        )}
      >
        <Icon
          name="megaphone"
          size={18}
          className={classNames('flex-none text-muted', isTile && HIDDEN_IN_SMALL_TILES)}
        />
        <div className={isTile ? 'min-w-0' : 'min-w-[min(12rem,100%)] grow'}>
          <p className="text-xs text-muted">{adTexts.name}</p>
          <p className="font-medium">{adTexts.title}</p>
          <p className={classNames('text-muted', isTile && HIDDEN_IN_SMALL_TILES)}>{adTexts.text}</p>
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
