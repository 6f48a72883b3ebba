import { useQuery } from '@tanstack/react-query'
import { countBelongings, deleteUser } from '#features/moderation/contract.ts'
import { call, saidBy } from '#web/call.ts'
import { Notice } from '#web/kit/Notice.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { texts } from './texts.ts'

type Props = { user: { id: number; username: string }; onClose(): void }

/** Tells in numbers what goes with a user, and asks why; then the browser asks whether it is meant (section 5). */
export const DeleteUserDialog = ({ user: { id, username }, onClose }: Props) => {
  const params = { id }
  const { data, error, isFetching, refetch } = useQuery({
    // Not among the panel's lists: who is deleted is not counted again.
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
      said={texts.deleted(username)}
      work={async (reason) =>
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
