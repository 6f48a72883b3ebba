import { useQueryClient } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { removePost } from '#features/removals/contract.ts'
import { isPost, patchEverywhere } from '#web/cache.ts'
import { call } from '#web/call.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { focusNextCard } from '../delete/focus-next-card.ts'
import { isOnItsPage } from '../delete/is-on-its-page.ts'
import { refreshLists } from '../refresh-lists.ts'
import { ReasonDialog } from './ReasonDialog.tsx'
import { texts } from './texts.ts'

type Props = { post: PostCard; onClose(): void }

/** Lets an admin remove another member's post. Loaded when first opened. */
const RemovePostDialog = ({ post, onClose }: Props) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const removeFromPage = () => {
    if (isOnItsPage(post, navigation.location.pathname)) void navigation.push(paths.home)
    else focusNextCard(post.id)
    patchEverywhere(client, isPost(post.id), (copy: object) => ({ ...copy, isDeleted: true }))
    refreshLists(client, post.user.username)
  }
  return (
    <ReasonDialog
      draft={`remove-post:${post.id}`}
      title={texts.removePost}
      text={texts.removePostText(post.title, post.user.username)}
      send={(body) => call(removePost, { params: { id: post.id }, body })}
      onGone={removeFromPage}
      onClose={onClose}
    />
  )
}

export default RemovePostDialog
