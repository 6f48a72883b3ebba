import { useState } from 'react'
import { paths } from '#core/paths.ts'
import type { VersionedPost } from '#features/versions/contract.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { deleteSuggestedEdit, SuggestedEdit } from '../contract.ts'
import { can } from '../policy.ts'
import { texts } from './texts.ts'

/** Buttons for members to revise or delete their own suggested edit, and for admins to delete any suggested edit. */
export const SuggestedEditActions = ({ post, edit }: { post: VersionedPost; edit: SuggestedEdit }) => {
  const user = useCurrentUser()
  const navigation = useNavigation()
  const { isBusy, run } = useListMutation('suggested-edits')
  const [isAsking, setIsAsking] = useState(false)
  const remove = async () => {
    await run(texts.deleteFailed, async () => {
      await callApi<typeof deleteSuggestedEdit>('DELETE /api/posts/:id/suggested-edits/:suggestion', {
        params: { id: post.id, suggestion: edit.id },
      })
      await navigation.replace(paths.suggestedEdits(post.id))
      showToast({ title: texts.deleted, tone: 'success' })
    })
    setIsAsking(false)
  }
  return (
    <>
      {can.revise(user, post, edit) && (
        <SiteLink href={`${paths.suggestEdit(post.id)}?revise=${edit.id}`} className={buttonClasses()}>
          {texts.revise}
        </SiteLink>
      )}
      {can.delete(user, edit) && <Button onClick={() => setIsAsking(true)}>{texts.delete}</Button>}
      {isAsking && (
        <ConfirmDialog
          title={texts.deleteTitle}
          text={texts.deleteText}
          confirmLabel={texts.delete}
          busyLabel={texts.deleting}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
