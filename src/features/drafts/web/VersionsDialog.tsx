import { useQuery } from '@tanstack/react-query'
import { countCharacters } from '#core/text.ts'
import { deleteLocalDraft } from '#features/posts/web/form/local-drafts.ts'
import { callApi } from '#web/api-client.ts'
import { useBrowserLocale } from '#web/browser-locale.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { ExactTime } from '#web/kit/RelativeTime.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { DraftVersion, saveDraft } from '../contract.ts'
import { draftVersionsQuery } from './queries.ts'
import { draftTexts } from './texts.ts'

/** Lists a draft's earlier versions and lets the member restore one. Loaded when first opened. */
const VersionsDialog = ({ id, onClose }: { id: string; onClose(): void }) => {
  const { data, isError, refetch } = useQuery(draftVersionsQuery(id))
  const user = useCurrentUser()
  const { isBusy, run } = useListMutation('drafts')
  const locale = useBrowserLocale() ?? 'en'
  const restore = async ({ id: _, savedAt: __, ...fields }: DraftVersion) => {
    const isRestored = await run(draftTexts.restoreFailed, async () => {
      await callApi<typeof saveDraft>('PUT /api/user/drafts/:id', {
        params: { id },
        body: { ...fields, isNewVersion: true },
      })
      // Deletes the unsaved changes in this browser. Otherwise, continuing the draft would overwrite the restored
      // version with them.
      if (user) deleteLocalDraft(user.id, id)
    })
    if (!isRestored) return
    showToast({ title: draftTexts.restored, tone: 'success' })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={draftTexts.versionsTitle}
      description={draftTexts.versionsText}
    >
      {isError && !data && (
        <ErrorNotice onRetry={() => void refetch()}>{draftTexts.versionsFailed}</ErrorNotice>
      )}
      {data?.length === 0 && <p className="text-sm text-muted">{draftTexts.noVersions}</p>}
      <ul aria-label={draftTexts.versionsTitle} className="flex flex-col">
        {data?.map((version) => (
          <li key={version.id} className="flex items-center gap-3 border-b py-2 last:border-b-0">
            <div className="min-w-0 grow">
              <p className="truncate text-sm font-medium" dir="auto">
                {version.title || draftTexts.untitled}
              </p>
              <p className="flex flex-wrap gap-x-3 text-xs text-muted">
                <ExactTime date={version.savedAt} />
                <span>{draftTexts.characters(countCharacters(version.prompt))}</span>
              </p>
            </div>
            <Button
              disabled={isBusy}
              aria-label={draftTexts.restoreNamed(version.savedAt.toLocaleString(locale))}
              onClick={() => void restore(version)}
            >
              {draftTexts.restore}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

export default VersionsDialog
