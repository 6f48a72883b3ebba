import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '#core/current-user.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { postFormTexts } from '../form/texts.ts'
import { editablePostQuery } from '../queries.ts'
import { EditForm } from './EditForm.tsx'

type Props = { user: CurrentUser; id: number; onClose(): void }

/** The Edit Post dialog (docs/spec/pages.md#dialogs). Its code is loaded when it is first opened. */
const EditPostDialog = ({ user, id, onClose }: Props) => {
  const { data: post, error, isFetching, refetch } = useQuery(editablePostQuery(id))
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={postFormTexts.edit} size="wide">
      {post ? (
        <EditForm user={user} post={post} onClose={onClose} />
      ) : error ? (
        <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
          {postFormTexts.loadFailed}
        </ErrorNotice>
      ) : (
        <div className="flex flex-col gap-5">
          <span role="status" className="sr-only">
            {postFormTexts.loading}
          </span>
          {['h-16', 'h-28', 'h-44', 'h-24', 'h-16'].map((height, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
            <Skeleton key={index} className={`${height} w-full`} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

export default EditPostDialog
