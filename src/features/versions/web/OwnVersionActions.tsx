import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { can } from '#features/posts/policy.ts'
import { patchPost } from '#features/posts/web/patch-post.ts'
import { call, errorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { deleteVersion, restoreVersion, VersionedPost } from '../contract.ts'
import { texts } from './texts.ts'

type Props = { post: VersionedPost; number: number }

/** What the author can do with an older version: restore it with one click, or delete it after a question. */
export const OwnVersionActions = ({ post, number }: Props) => {
  const user = useCurrentUser()
  const client = useQueryClient()
  const navigation = useNavigation()
  const [isBusy, setIsBusy] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: post.id, number }

  const run = async (failure: string, action: () => Promise<void>) => {
    setIsBusy(true)
    try {
      await action()
      await invalidateLists(client, 'post-versions')
    } catch (error) {
      showToast({ title: failure, description: errorMessage(error, texts.tryAgain), tone: 'danger' })
    } finally {
      setIsBusy(false)
      setIsAsking(false)
    }
  }
  const restore = () =>
    run(texts.restoreFailed, async () => {
      const restored = await call<typeof restoreVersion>('POST /api/posts/:id/versions/:number/restore', {
        params,
      })
      patchPost(client, restored)
      await navigation.push(paths.post(restored))
      showToast({ title: texts.restored(number), tone: 'success' })
    })
  const remove = () =>
    run(texts.deleteFailed, async () => {
      await call<typeof deleteVersion>('DELETE /api/posts/:id/versions/:number', { params })
      if (navigation.location.pathname === paths.version(post.id, number))
        await navigation.replace(paths.versions(post.id))
      showToast({ title: texts.deleted, tone: 'success' })
    })
  return (
    <>
      {can.editPost(user, post) && (
        <Button variant="ghost" busy={isBusy && !isAsking} onClick={() => void restore()}>
          {texts.restore}
          <span className="sr-only"> {texts.version(number)}</span>
        </Button>
      )}
      {can.deletePost(user, post) && (
        <Button variant="ghost" onClick={() => setIsAsking(true)}>
          {texts.delete}
          <span className="sr-only"> {texts.version(number)}</span>
        </Button>
      )}
      {isAsking && (
        <Dialog
          open
          onOpenChange={(open) => !open && !isBusy && setIsAsking(false)}
          title={texts.deleteTitle(number)}
          description={texts.deleteText}
        >
          <div className="flex flex-wrap justify-end gap-2 narrow:flex-col-reverse">
            <Button onClick={() => setIsAsking(false)} disabled={isBusy}>
              {texts.cancel}
            </Button>
            <Button variant="danger" busy={isBusy} busyLabel={texts.deleting} onClick={() => void remove()}>
              {texts.delete}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
