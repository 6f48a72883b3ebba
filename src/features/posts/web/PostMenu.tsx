import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { buildPath, paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { patchEntity } from '#web/entity-cache.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { listModerationItems } from '#web/moderation-items.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import type { PostCard } from '../contract.ts'
import { can } from '../policy.ts'
import { focusNextCard, isPostPage } from './delete/after-deletion.ts'
import { postDialogTexts } from './dialog-texts.ts'
import { invalidatePostLists } from './invalidate-post-lists.ts'
import { muteRequestStore } from './mute-request.ts'
import { postDialogStore } from './post-dialog.ts'
import { preloadPostDialog } from './preload-post-dialog.ts'
import { removalRequestStore } from './removal-request.ts'

/** Returns an item's action that opens a dialog after the menu has closed. */
export type AfterMenu = (openDialog: () => void) => () => void

type Props = {
  post: PostCard
  /** The items before those of the author and of admins. */
  listMoreItems?(afterMenu: AfterMenu): MenuItem[]
}

const prepare = () => preloadPostDialog('change')

/**
 * The lazily loaded menu of a post, with Mute and Report for members, Moderate for moderators, Edit, Renew private link and Delete for the author, and Remove for
 * admins
 * (docs/spec/privacy.md#roles).
 */
const PostMenu = ({ post, listMoreItems }: Props) => {
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
  const listOwnItems = (): MenuItem[] => {
    const items: MenuItem[] = []
    if (can.openEditor(user, post))
      items.push({ label: postDialogTexts.edit, icon: 'pencil', onSelect: open('edit') })
    if (post.restriction === 'removed' && can.deletePost(user, post))
      items.push({ label: postDialogTexts.appeal, icon: 'shield', href: buildPath('statements') })
    if (!post.restriction && can.renewLink(user, post))
      items.push({ label: postDialogTexts.renew, icon: 'refresh-cw', onSelect: open('renew') })
    if (can.deletePost(user, post))
      items.push({ label: postDialogTexts.delete, icon: 'trash-2', tone: 'danger', onSelect: open('delete') })
    if (can.removePost(user, post))
      items.push({ label: postDialogTexts.remove, icon: 'trash-2', tone: 'danger', onSelect: remove })
    return items
  }
  const listItems = (): MenuItem[] => {
    const items = listMoreItems?.(afterMenu) ?? []
    if (user)
      items.push({
        label: postDialogTexts.mute,
        icon: 'bell-off',
        onSelect: afterMenu(() => muteRequestStore.set(post)),
      })
    const { id, userId: authorId, topic } = post
    items.push(...listModerationItems(user, { kind: 'post', id, authorId, topicId: topic?.id }, afterMenu))
    const [first, ...rest] = listOwnItems()
    return first ? [...items, { ...first, separated: items.length > 0 }, ...rest] : items
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only preloads
    <span ref={box} onPointerEnter={prepare} onFocus={prepare}>
      <Menu
        items={listItems}
        trigger={(props) => (
          <IconButton
            {...props}
            name={listOwnItems().length > 0 ? postDialogTexts.options : postDialogTexts.moreActions}
          >
            <Icon name="ellipsis" size={18} />
          </IconButton>
        )}
      />
    </span>
  )
}

export default PostMenu
