import { requestTexts } from '#features/requests/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { createStore, useStore } from '#web/store.ts'

const TopicRequestDialog = lazyDialog(() => import('#features/requests/web/TopicRequestDialog.tsx'))
const FeedbackDialog = lazyDialog(() => import('#features/requests/web/FeedbackDialog.tsx'))

const opened = createStore<'topic' | 'feedback' | null>(null)

/**
 * The Request Topic and Submit Feedback buttons at the bottom of the sidebar, for members only
 * (docs/spec/pages.md#sidebar).
 */
export const SidebarDialogButtons = ({ onOpen }: { onOpen?: (() => void) | undefined }) => {
  if (!useCurrentUser()) return null
  const open = (which: 'topic' | 'feedback') => () => {
    onOpen?.()
    opened.set(which)
  }
  return (
    <div className="mt-6 flex flex-col gap-2 px-3">
      <Button
        icon={<Icon name="plus" size={16} />}
        onPointerEnter={TopicRequestDialog.preload}
        onClick={open('topic')}
      >
        {requestTexts.topic}
      </Button>
      <Button
        icon={<Icon name="message-circle" size={16} />}
        onPointerEnter={FeedbackDialog.preload}
        onClick={open('feedback')}
      >
        {requestTexts.feedback}
      </Button>
    </div>
  )
}

/** Renders the sidebar's dialogs outside the slide-out menu, which closes when one of them opens. */
export const SidebarDialogHost = () => {
  const user = useCurrentUser()
  const which = useStore(opened, null)
  const close = () => opened.set(null)
  if (!user) return null
  if (which === 'topic') return <TopicRequestDialog user={user} onClose={close} />
  return which === 'feedback' ? <FeedbackDialog user={user} onClose={close} /> : null
}
