import { useQuery } from '@tanstack/react-query'
import { countBelongings, deleteUser } from '#features/moderation/contract.ts'
import { call, saidBy } from '#web/call.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { texts } from './texts.ts'

type Props = { user: { id: number; username: string }; onClose(): void }

/**
 * Shows how much content would be deleted with a user and asks for a reason; then the browser asks for
 * confirmation (docs/spec/flows.md#moderating).
 */
export const DeleteUserDialog = ({ user: { id, username }, onClose }: Props) => {
  const params = { id }
  const { data, error, isFetching, refetch } = useQuery({
    // Not under the key of the panel's lists, so that the counts of a deleted user are not fetched again.
    queryKey: ['belongings', id],
    queryFn: () => call(countBelongings, { params }),
    staleTime: 0,
    gcTime: 0,
  })
  const [title, text] = [texts.deleteUser(username), data && texts.deleteUserText(data)]
  return (
    <ConfirmDialog
      draft={`delete-user:${id}`}
      title={title}
      text={text ?? (error ? texts.deleteUserAll : `${texts.deleteUserAll} ${texts.counting}`)}
      isReady={text !== undefined}
      label={texts.delete}
      successMessage={texts.deleted(username)}
      action={async (reason) =>
        confirm(`${title}\n\n${text}`) && call(deleteUser, { params, query: { reason } })
      }
      onClose={onClose}
    >
      {error && (
        <Notice onRetry={() => void refetch()} busy={isFetching}>
          {saidBy(error, texts.countFailed)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
