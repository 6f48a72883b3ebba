import { requestTexts } from '#features/requests/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { preloadDialog } from '#web/kit/Dialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { createStore } from '#web/store.ts'

/** The dialog of the sidebar that is open. `SidebarDialogHost` renders it. */
export const sidebarDialogStore = createStore<'topic' | 'feedback' | null>(null)

/**
 * The Request Topic and Submit Feedback buttons at the bottom of the sidebar, for members only
 * (docs/spec/pages.md#sidebar).
 */
export const SidebarDialogButtons = ({ onOpen }: { onOpen?: (() => void) | undefined }) => {
  if (!useCurrentUser()) return null
  const open = (which: 'topic' | 'feedback') => () => {
    onOpen?.()
    sidebarDialogStore.set(which)
  }
  return (
    <div className="mt-6 flex flex-col gap-2 px-3">
      <Button icon={<Icon name="plus" size={16} />} onPointerEnter={preloadDialog} onClick={open('topic')}>
        {requestTexts.topic}
      </Button>
      <Button
        icon={<Icon name="message-circle" size={16} />}
        onPointerEnter={preloadDialog}
        onClick={open('feedback')}
      >
        {requestTexts.feedback}
      </Button>
    </div>
  )
}
