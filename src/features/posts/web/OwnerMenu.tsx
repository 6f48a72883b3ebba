import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { may } from '#features/posts/may.ts'
import { later } from '#web/later.tsx'

const OwnerMenuParts = later(() => import('./OwnerMenuParts.tsx'))

/**
 * The menu with Edit, Renew private link and Delete for the author, and Remove for admins
 * (docs/spec/privacy.md#roles). Its space is reserved while its code loads.
 */
export const OwnerMenu = ({ post }: { post: PostCard }) => {
  const user = useCurrentUser()
  const canDelete = may.deletePost(user, post)
  if (!canDelete && !may.removePost(user, post)) return null
  return (
    <span className="control-square -my-2 pointer-coarse:-my-3">
      <OwnerMenuParts
        post={post}
        canEdit={may.editPost(user, post)}
        canRenew={may.renewLink(user, post)}
        canDelete={canDelete}
      />
    </span>
  )
}
