import { CollectDialogHost } from '#features/collections/web/CollectDialogHost.tsx'
import { ModerationDialogHost } from '#features/moderation/web/report/ModerationDialogHost.tsx'
import { PostDialogs } from '#features/posts/web/PostDialogs.tsx'
import { MuteDialogHost } from '#features/profiles/web/mutes/MuteDialogHost.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { SidebarDialogHost } from './SidebarDialogHost.tsx'
import { WaitingCounts } from './WaitingCounts.tsx'

const SimilarPosts = lazyWithPreload(() => import('#features/search/web/SimilarPosts.tsx'))
const ServerDraft = lazyWithPreload(() => import('#features/drafts/web/ServerDraft.tsx'))
const RemovalDialog = lazyWithPreload(() => import('#features/admin/web/RemovalDialog.tsx'))
const SanctionNotice = lazyWithPreload(() => import('./SanctionNotice.tsx'))
const ModerationNotices = lazyWithPreload(() => import('#features/admin/web/ModerationNotices.tsx'))

/** What overlays the pages of members only. Loaded after hydration, so that visitors load nothing of it. */
const MemberOverlays = () => {
  const user = useCurrentUser()
  return (
    <>
      <PostDialogs similarPosts={<SimilarPosts />} serverDraft={<ServerDraft />} />
      <SidebarDialogHost />
      <CollectDialogHost />
      <MuteDialogHost />
      <ModerationDialogHost />
      {user?.hasRemovals && <ModerationNotices />}
      {user?.isMuted && !user.hasRemovals && <SanctionNotice user={user} />}
      {user?.isAdmin && <RemovalDialog />}
      {user && <WaitingCounts user={user} />}
    </>
  )
}

export default MemberOverlays
