import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { moderationRequestStore } from '#web/moderation-request.ts'
import { useStore } from '#web/store.ts'

const ReportDialog = lazyDialog(() => import('./ReportDialog.tsx'))
const CaseOpener = lazyDialog(() => import('./CaseOpener.tsx'))

const close = (): void => moderationRequestStore.set(null)

/** Renders what Report and Moderate in menus lead to. The layout renders this component once, for members. */
export const ModerationDialogHost = () => {
  const request = useStore(moderationRequestStore, null)
  if (!request) return null
  return request.action === 'report' ? (
    <ReportDialog subject={request.subject} onClose={close} />
  ) : (
    <CaseOpener subject={request.subject} onClose={close} />
  )
}
