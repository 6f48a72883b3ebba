import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { patchEntity } from '#web/entity-cache.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { PostCard } from '../contract.ts'
import { can } from '../policy.ts'
import { focusNextCard, isPostPage } from './delete/after-deletion.ts'
import { postDialogTexts } from './dialog-texts.ts'
import { invalidatePostLists } from './invalidate-post-lists.ts'
import { preloadPostDialog } from './PostDialogs.tsx'
import { postDialogStore } from './post-dialog.ts'
import { removalRequestStore } from './removal-request.ts'

/** Returns an item's action that opens a dialog after the menu has closed. */
type AfterMenu = (openDialog: () => void) => () => void

type Props = {
  post: PostCard
  /** The items before those of the author and of admins. */
  moreItems?(afterMenu: AfterMenu): MenuItem[]
}

const prepare = () => preloadPostDialog('change')

/**
 * The lazily loaded menu of a post, with Edit, Renew private link and Delete for the author, and Remove for admins
 * (docs/spec/privacy.md#roles).
 */
const PostMenu = ({ post, moreItems = () => [] }: Props) => {
  const user = useCurrentUser()
  const box = useRef<HTMLSpanElement>(null)
  const client = useQueryClient()
  const navigation = useNavigation()
  // Opens the dialog after the menu has closed so that focus returns to the menu's button when the dialog
  // closes.
  const afterMenu: AfterMenu = (openDialog) => () =>
    setTimeout(() => {
      box.current?.querySelector('button')?.focus()
      openDialog()
    })
  const open = (kind: 'edit' | 'renew' | 'delete') => afterMenu(() => postDialogStore.set({ kind, post }))
  const removeFromPage = () => {
    if (isPostPage(post, navigation.location.pathname)) void navigation.push(paths.home)
    else focusNextCard(post.id)
    patchEntity(client, 'post', post.id, (copy) => ({ ...copy, isDeleted: true }))
    void invalidatePostLists(client, post.user.id)
  }
  const remove = afterMenu(() =>
    removalRequestStore.set({
      kind: 'post',
      id: post.id,
      title: post.title,
      author: post.user.username,
      onRemoved: removeFromPage,
    }),
  )
  const ownItems = (): MenuItem[] => [
    ...(can.editPost(user, post)
      ? ([{ label: postDialogTexts.edit, icon: 'pencil', onSelect: open('edit') }] satisfies MenuItem[])
      : []),
    ...(can.renewLink(user, post)
      ? ([{ label: postDialogTexts.renew, icon: 'refresh-cw', onSelect: open('renew') }] satisfies MenuItem[])
      : []),
    ...(can.deletePost(user, post)
      ? ([
          { label: postDialogTexts.delete, icon: 'trash-2', tone: 'danger', onSelect: open('delete') },
        ] satisfies MenuItem[])
      : can.removePost(user, post)
        ? ([
            { label: postDialogTexts.remove, icon: 'trash-2', tone: 'danger', onSelect: remove },
          ] satisfies MenuItem[])
        : []),
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only preloads
    <span ref={box} onPointerEnter={prepare} onFocus={prepare}>
      <Menu
        items={() => {
          const items = moreItems(afterMenu)
          const own = ownItems()
          return [
            ...items,
            ...own.map((item, index) => ({ ...item, separated: index === 0 && items.length > 0 })),
          ]
        }}
        trigger={(props) => (
          <IconButton
            {...props}
            name={ownItems().length > 0 ? postDialogTexts.options : postDialogTexts.moreActions}
          >
            <Icon name="ellipsis" size={18} />
          </IconButton>
        )}
      />
    </span>
  )
}

export default PostMenu
