import { useState } from 'react'
import { deleteLocalDraft } from '#features/posts/web/form/local-drafts.ts'
import { preloadPostDialog } from '#features/posts/web/preload-post-dialog.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { ExactTime, RelativeTime } from '#web/kit/RelativeTime.tsx'
import { showToast } from '#web/kit/toast.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { DraftSummary, deleteDraft, unscheduleDraft } from '../contract.ts'
import { DeleteDraftButton } from './DeleteDraftButton.tsx'
import { DraftHead } from './DraftHead.tsx'
import { resumeDraft } from './resume-draft.ts'
import { draftTexts } from './texts.ts'

const ScheduleDialog = lazyDialog(() => import('./ScheduleDialog.tsx'))
const VersionsDialog = lazyDialog(() => import('./VersionsDialog.tsx'))

const preloadCreate = () => preloadPostDialog('create')

/** Shows a draft or a scheduled post, with the actions that are available for it. */
export const DraftRow = ({ draft }: { draft: DraftSummary }) => {
  const { title, excerpt, isPrivate, updatedAt, publishAt, problem } = draft
  return (
    <li className="border-b py-4">
      <DraftHead title={title || draftTexts.untitled} excerpt={excerpt}>
        {publishAt && (
          <span className="font-medium text-ink">
            {draftTexts.publishedAt} <ExactTime date={publishAt} />
          </span>
        )}
        <span>
          {draftTexts.saved} <RelativeTime date={updatedAt} />
        </span>
        {isPrivate && <span>{draftTexts.private}</span>}
      </DraftHead>
      {problem && (
        <p className="mt-2 flex items-center gap-2 text-sm">
          <Icon name="circle-alert" size={16} className="flex-none text-danger" />
          <span>{`${draftTexts.notPublished} ${problem}`}</span>
        </p>
      )}
      <Actions draft={draft} name={title || draftTexts.untitled} />
    </li>
  )
}

const Actions = ({ draft, name }: { draft: DraftSummary; name: string }) => {
  const { id, publishAt } = draft
  const user = useCurrentUser()
  const { isBusy, run } = useListMutation('drafts')
  const [isOpening, setIsOpening] = useState(false)
  const [opened, setOpened] = useState<'schedule' | 'versions' | null>(null)
  const close = () => setOpened(null)
  const resume = async () => {
    setIsOpening(true)
    await resumeDraft(id)
    setIsOpening(false)
  }
  const unschedule = async () => {
    const change = () =>
      callApi<typeof unscheduleDraft>('DELETE /api/user/drafts/:id/schedule', { params: { id } })
    if (await run(draftTexts.unscheduleFailed, change))
      showToast({ title: draftTexts.unscheduled, tone: 'success' })
  }
  const remove = () =>
    run(draftTexts.deleteFailed, async () => {
      await callApi<typeof deleteDraft>('DELETE /api/user/drafts/:id', { params: { id } })
      if (user) deleteLocalDraft(user.id, id)
    })
  return (
    <div className="mt-2 flex flex-wrap gap-2 scripting-none:hidden">
      <Button
        busy={isOpening}
        aria-label={draftTexts.continueNamed(name)}
        onPointerEnter={preloadCreate}
        onFocus={preloadCreate}
        onClick={() => void resume()}
      >
        {draftTexts.continue}
      </Button>
      <Button
        aria-label={publishAt ? draftTexts.changeTimeNamed(name) : draftTexts.publishAtNamed(name)}
        onClick={() => setOpened('schedule')}
      >
        {publishAt ? draftTexts.changeTime : draftTexts.publishAt}
      </Button>
      {publishAt && (
        <Button
          disabled={isBusy}
          aria-label={draftTexts.unscheduleNamed(name)}
          onClick={() => void unschedule()}
        >
          {draftTexts.unschedule}
        </Button>
      )}
      <Button aria-label={draftTexts.versionsNamed(name)} onClick={() => setOpened('versions')}>
        {draftTexts.versions}
      </Button>
      <DeleteDraftButton name={name} text={draftTexts.deleteText(name)} isBusy={isBusy} onDelete={remove} />
      {opened === 'schedule' && <ScheduleDialog draft={draft} onClose={close} />}
      {opened === 'versions' && <VersionsDialog id={id} onClose={close} />}
    </div>
  )
}
