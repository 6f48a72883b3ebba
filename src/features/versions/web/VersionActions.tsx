import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { can } from '#features/posts/policy.ts'
import { patchCachedPost } from '#features/posts/web/patch-post.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { deleteVersion, restoreVersion, VersionedPost } from '../contract.ts'
import { versionTexts } from './texts.ts'

type Props = { post: VersionedPost; number: number }

/** The author's actions for an earlier version: restore it with one click, or delete it after confirmation. */
export const VersionActions = ({ post, number }: Props) => {
  const user = useCurrentUser()
  const client = useQueryClient()
  const navigation = useNavigation()
  const { isBusy, run } = useListMutation('post-versions')
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: post.id, number }

  const restore = () =>
    run(versionTexts.restoreFailed, async () => {
      const restored = await callApi<typeof restoreVersion>('POST /api/posts/:id/versions/:number/restore', {
        params,
      })
      patchCachedPost(client, restored)
      await navigation.push(paths.post(restored))
      showToast({ title: versionTexts.restored(number), tone: 'success' })
    })
  const remove = async () => {
    await run(versionTexts.deleteFailed, async () => {
      await callApi<typeof deleteVersion>('DELETE /api/posts/:id/versions/:number', { params })
      if (navigation.location.pathname === paths.version(post.id, number))
        await navigation.replace(paths.versions(post.id))
      showToast({ title: versionTexts.deleted, tone: 'success' })
    })
    setIsAsking(false)
  }
  return (
    <>
      {can.openEditor(user, post) && (
        <Button variant="ghost" busy={isBusy && !isAsking} onClick={() => void restore()}>
          {versionTexts.restore}
          <span className="sr-only"> {versionTexts.version(number)}</span>
        </Button>
      )}
      {can.deletePost(user, post) && (
        <Button variant="ghost" onClick={() => setIsAsking(true)}>
          {versionTexts.delete}
          <span className="sr-only"> {versionTexts.version(number)}</span>
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={versionTexts.deleteTitle(number)}
          text={versionTexts.deleteText}
          confirmLabel={versionTexts.delete}
          busyLabel={versionTexts.deleting}
          isBusy={isBusy}
          onConfirm={() => void remove()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
