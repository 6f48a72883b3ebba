import { useState } from 'react'
import { deleteLocalDraft } from '#features/posts/web/form/delete-local-draft.ts'
import { preloadPostDialog } from '#features/posts/web/PostDialogs.tsx'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { ExactTime, RelativeTime } from '#web/kit/RelativeTime.tsx'
import { showToast } from '#web/kit/toast.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { DraftSummary, deleteDraft, unscheduleDraft } from '../contract.ts'
import { resumeDraft } from './resume-draft.ts'
import { texts } from './texts.ts'

const ScheduleDialog = lazyWithPreload(() => import('./ScheduleDialog.tsx'))
const VersionsDialog = lazyWithPreload(() => import('./VersionsDialog.tsx'))

const preloadCreate = () => preloadPostDialog('create')

/** Shows a draft or a scheduled post, with the actions that are available for it. */
export const DraftRow = ({ draft }: { draft: DraftSummary }) => {
  const { title, excerpt, isPrivate, updatedAt, publishAt, problem } = draft
  return (
    <li className="border-b py-4">
      <h2 className="card-title" dir="auto">
        {title || texts.untitled}
      </h2>
      {excerpt && (
        <p dir="auto" className="mt-1 line-clamp-2 max-w-[68ch] text-sm text-muted wrap-anywhere">
          {excerpt}
        </p>
      )}
      <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
        {publishAt && (
          <span className="font-medium text-ink">
            {texts.publishedAt} <ExactTime date={publishAt} />
          </span>
        )}
        <span>
          {texts.saved} <RelativeTime date={updatedAt} />
        </span>
        {isPrivate && <span>{texts.private}</span>}
      </p>
      {problem && (
        <p className="mt-2 flex items-center gap-2 text-sm">
          <Icon name="circle-alert" size={16} className="flex-none text-danger" />
          <span>{`${texts.notPublished} ${problem}`}</span>
        </p>
      )}
      <Actions draft={draft} name={title || texts.untitled} />
    </li>
  )
}

const Actions = ({ draft, name }: { draft: DraftSummary; name: string }) => {
  const { id, publishAt } = draft
  const user = useCurrentUser()
  const { isBusy, run } = useListMutation('drafts')
  const [isOpening, setIsOpening] = useState(false)
  const [opened, setOpened] = useState<'schedule' | 'versions' | 'delete' | null>(null)
  const close = () => setOpened(null)
  const resume = async () => {
    setIsOpening(true)
    await resumeDraft(id)
    setIsOpening(false)
  }
  const unschedule = async () => {
    const change = () =>
      callApi<typeof unscheduleDraft>('DELETE /api/user/drafts/:id/schedule', { params: { id } })
    if (await run(texts.unscheduleFailed, change)) showToast({ title: texts.unscheduled, tone: 'success' })
  }
  const remove = async () => {
    const change = async () => {
      await callApi<typeof deleteDraft>('DELETE /api/user/drafts/:id', { params: { id } })
      if (user) deleteLocalDraft(user.id, id)
    }
    if (await run(texts.deleteFailed, change)) showToast({ title: texts.deleted, tone: 'success' })
    else close()
  }
  return (
    <div className="mt-2 flex flex-wrap gap-2 scripting-none:hidden">
      <Button
        busy={isOpening}
        aria-label={texts.continueNamed(name)}
        onPointerEnter={preloadCreate}
        onFocus={preloadCreate}
        onClick={() => void resume()}
      >
        {texts.continue}
      </Button>
      <Button
        aria-label={publishAt ? texts.changeTimeNamed(name) : texts.publishAtNamed(name)}
        onClick={() => setOpened('schedule')}
      >
        {publishAt ? texts.changeTime : texts.publishAt}
      </Button>
      {publishAt && (
        <Button disabled={isBusy} aria-label={texts.unscheduleNamed(name)} onClick={() => void unschedule()}>
          {texts.unschedule}
        </Button>
      )}
      <Button aria-label={texts.versionsNamed(name)} onClick={() => setOpened('versions')}>
        {texts.versions}
      </Button>
      <Button aria-label={texts.deleteNamed(name)} onClick={() => setOpened('delete')}>
        {texts.delete}
      </Button>
      {opened === 'schedule' && <ScheduleDialog draft={draft} onClose={close} />}
      {opened === 'versions' && <VersionsDialog id={id} onClose={close} />}
      {opened === 'delete' && (
        <ConfirmDialog
          title={texts.deleteTitle}
          text={texts.deleteText(name)}
          confirmLabel={texts.delete}
          busyLabel={texts.deleting}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </div>
  )
}
