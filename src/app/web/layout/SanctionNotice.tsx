import type { CurrentUser } from '#core/current-user.ts'
import { buildPath } from '#core/paths.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { sanctionTexts } from '#web/sanction-texts.ts'
import { createStore, useStore } from '#web/store.ts'
import { sanctionNoticeTexts } from './sanction-notice-texts.ts'

const texts = sanctionNoticeTexts

/** True once the member has closed the notice, until the page is loaded anew. */
const closedStore = createStore(false)

type Props = { user: Pick<CurrentUser, 'isSuspended' | 'sanctionEndsAt'> }

/**
 * Tells a muted or suspended member what they can do, and until when, at the bottom of every page. It overlays the content
 * instead of shifting it.
 */
const SanctionNotice = ({ user }: Props) => {
  const isClosed = useStore(closedStore, false)
  if (isClosed) return null
  const { isSuspended } = user
  return (
    <section
      aria-label={sanctionTexts.state({ isSuspended, sanctionEndsAt: null })}
      className="enter fixed inset-x-4 bottom-4 z-30 mx-auto flex max-w-md items-start gap-2 rounded-lg border bg-surface py-2 pr-1 pl-4 text-sm shadow-float wide:left-[284px]"
    >
      <div className="min-w-0 grow py-1.5">
        <p role="status">
          <span className="font-medium">{`${sanctionTexts.state(user)}.`}</span>{' '}
          <span>{isSuspended ? texts.suspendedText : texts.mutedText}</span>
        </p>
        <SiteLink href={buildPath('statements')} className="inline-link underline">
          {texts.link}
        </SiteLink>
      </div>
      <IconButton name={texts.close} onClick={() => closedStore.set(true)}>
        <Icon name="x" size={16} />
      </IconButton>
    </section>
  )
}

export default SanctionNotice
