import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buildUrl } from '#core/endpoint.ts'
import { paths } from '#core/paths.ts'
import { readSkill } from '#core/skill.ts'
import { collectDialogPostIdStore } from '#features/bookmarks/web/collect-request.ts'
import { collectionTexts } from '#features/collections/web/texts.ts'
import type { PostPage } from '#features/posts/contract.ts'
import type { exportPost } from '#features/posts/contract-export.ts'
import type { PromptFileFormat } from '#features/posts/contract-values.ts'
import { postDialogTexts } from '#features/posts/web/dialog-texts.ts'
import PostMenu, { type AfterMenu } from '#features/posts/web/PostMenu.tsx'
import { startRemix } from '#features/posts/web/remix/start-remix.ts'
import { postTexts } from '#features/posts/web/texts.ts'
import { resultTexts } from '#features/results/web/texts.ts'
import type { getSkillArchive } from '#features/skills/contract.ts'
import { suggestedEditTexts } from '#features/suggested-edits/web/texts.ts'
import { useCurrentUser } from '#web/current-user.ts'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { lazyDialog } from '#web/lazy-with-preload.tsx'

const DownloadDialog = lazyDialog(() => import('#features/posts/web/download/DownloadDialog.tsx'))
const EXPORT_PATH: (typeof exportPost)['path'] = '/api/posts/:id/export'
const ARCHIVE_PATH: (typeof getSkillArchive)['path'] = '/api/posts/:id/skill/archive'

type Props = { post: PostPage; onReport(): void }

/** The lazily loaded menu of a post on its own page: everything that the row of actions has no room for. */
const PostPageMenu = ({ post, onReport }: Props) => {
  const client = useQueryClient()
  const user = useCurrentUser()
  const isOwn = user?.id === post.userId
  const [isDownloading, setIsDownloading] = useState(false)
  const listMoreItems = (afterMenu: AfterMenu): MenuItem[] => {
    const items: MenuItem[] = []
    if (user) {
      const collect = () => collectDialogPostIdStore.set(post.id)
      const remix = () => startRemix(client, post.id)
      const download = () => setIsDownloading(true)
      items.push({ label: collectionTexts.add, icon: 'plus', onSelect: afterMenu(collect) })
      items.push({ label: postTexts.remix, icon: 'git-fork', onSelect: afterMenu(remix) })
      items.push({ label: postDialogTexts.download, icon: 'download', onSelect: afterMenu(download) })
    }
    if (user && !isOwn)
      items.push({ label: resultTexts.ask, icon: 'circle-check', onSelect: afterMenu(onReport) })
    if (user && !isOwn && !post.isPrivate)
      items.push({ label: suggestedEditTexts.suggest, icon: 'square-pen', href: paths.suggestEdit(post.id) })
    if (post.version > 1)
      items.push({ label: postDialogTexts.versions, icon: 'clock', href: paths.versions(post.id) })
    if (post.suggestedEdits > 0) {
      const label = suggestedEditTexts.count(post.suggestedEdits)
      items.push({ label, icon: 'file-clock', href: paths.suggestedEdits(post.id) })
    }
    return items
  }
  return (
    <>
      <PostMenu post={post} listMoreItems={listMoreItems} />
      {isDownloading && (
        <DownloadDialog
          title={postDialogTexts.downloadTitle}
          getHref={(format) => getFileHref(post, format)}
          onClose={() => setIsDownloading(false)}
        />
      )}
    </>
  )
}

/** A skill is an archive if it has other files than `SKILL.md`. */
const getFileHref = ({ id, form, skill }: PostPage, format: PromptFileFormat): string =>
  format === 'skill' && form === 'skill' && readSkill(skill).files.length > 0
    ? buildUrl(ARCHIVE_PATH, { id }, {})
    : buildUrl(EXPORT_PATH, { id }, { format })

export default PostPageMenu
