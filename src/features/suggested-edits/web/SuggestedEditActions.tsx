import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { removalRequestStore } from '#features/posts/web/removal-request.ts'
import type { VersionedPost } from '#features/versions/contract.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { deleteSuggestedEdit, SuggestedEdit } from '../contract.ts'
import { can } from '../policy.ts'
import { suggestedEditTexts } from './texts.ts'

/** Buttons for members to revise or delete their own suggested edit, and for admins to remove any other. */
export const SuggestedEditActions = ({ post, edit }: { post: VersionedPost; edit: SuggestedEdit }) => {
  const user = useCurrentUser()
  const client = useQueryClient()
  const navigation = useNavigation()
  const { isBusy, run } = useListMutation('suggested-edits')
  const [isAsking, setIsAsking] = useState(false)
  const remove = async () => {
    await run(suggestedEditTexts.deleteFailed, async () => {
      await callApi<typeof deleteSuggestedEdit>('DELETE /api/posts/:id/suggested-edits/:suggestion', {
        params: { id: post.id, suggestion: edit.id },
      })
      await navigation.replace(paths.suggestedEdits(post.id))
      showToast({ title: suggestedEditTexts.deleted, tone: 'success' })
    })
    setIsAsking(false)
  }
  return (
    <>
      {can.revise(user, post, edit) && (
        <SiteLink href={`${paths.suggestEdit(post.id)}?revise=${edit.id}`} className={buttonClasses()}>
          {suggestedEditTexts.revise}
        </SiteLink>
      )}
      {can.delete(user, edit) && (
        <Button onClick={() => setIsAsking(true)}>{suggestedEditTexts.delete}</Button>
      )}
      {can.remove(user, edit) && (
        <Button
          onClick={() =>
            removalRequestStore.set({
              kind: 'suggested-edit',
              id: edit.id,
              author: edit.user.username,
              onRemoved: () => {
                void invalidateLists(client, 'suggested-edits')
                void navigation.replace(paths.suggestedEdits(post.id))
              },
            })
          }
        >
          {suggestedEditTexts.remove}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={suggestedEditTexts.deleteTitle}
          text={suggestedEditTexts.deleteText}
          confirmLabel={suggestedEditTexts.delete}
          busyLabel={suggestedEditTexts.deleting}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
