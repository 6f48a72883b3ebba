import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useListMutation } from '#web/use-list-mutation.ts'
import type { CollectionDetails } from '../contract.ts'
import type { acceptInvitation, removeEditor } from '../contract-sharing.ts'
import { collectionTexts } from './texts.ts'

/** Asks the viewer to accept or decline an invitation to edit a collection. */
export const InvitationNotice = ({ collection }: { collection: CollectionDetails }) => {
  const { id, user, visibility } = collection
  const userId = useCurrentUser()?.id
  const navigation = useNavigation()
  const { isBusy, run } = useListMutation('collections')
  const accept = async () => {
    const isAccepted = await run(collectionTexts.acceptFailed, () =>
      callApi<typeof acceptInvitation>('POST /api/collections/:id/accept', { params: { id } }),
    )
    if (isAccepted) showToast({ title: collectionTexts.accepted, tone: 'success' })
  }
  const decline = async () => {
    if (userId === undefined) return
    const isDeclined = await run(collectionTexts.declineFailed, async () => {
      const params = { id, userId }
      await callApi<typeof removeEditor>('DELETE /api/collections/:id/editors/:userId', { params })
      // After declining, the member can no longer open a private collection's page.
      if (visibility === 'private') await navigation.replace(paths.collections)
    })
    if (isDeclined) showToast({ title: collectionTexts.declined, tone: 'success' })
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 rounded-lg border px-4 py-3 text-sm scripting-none:hidden">
      <p className="min-w-0 grow">{collectionTexts.invitation(user.username)}</p>
      <Button variant="primary" disabled={isBusy} onClick={() => void accept()}>
        {collectionTexts.accept}
      </Button>
      <Button disabled={isBusy} onClick={() => void decline()}>
        {collectionTexts.decline}
      </Button>
    </div>
  )
}
