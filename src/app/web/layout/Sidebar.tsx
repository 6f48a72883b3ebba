import { useQuery } from '@tanstack/react-query'
import BookmarkIcon from 'lucide-react/icons/bookmark'
import NewIcon from 'lucide-react/icons/clock'
import HomeIcon from 'lucide-react/icons/house'
import PrivateIcon from 'lucide-react/icons/lock'
import TrendingIcon from 'lucide-react/icons/trending-up'
import LeaderboardIcon from 'lucide-react/icons/trophy'
import OptimizeIcon from 'lucide-react/icons/wand-sparkles'
import { Badge } from '#app/web/layout/Badge.tsx'
import { SidebarDialogs } from '#app/web/layout/SidebarDialogs.tsx'
import { SidebarLink } from '#app/web/layout/SidebarLink.tsx'
import { TopicLinks } from '#app/web/layout/TopicLinks.tsx'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import { useFollowedTopics } from '#features/follows/web/queries.ts'
import { useCurrentUser } from '#features/identity/web/queries.ts'
import type { Topic } from '#features/topics/contract.ts'
import { topicsQuery } from '#features/topics/web/queries.ts'

type Props = {
  /** Called when a link is followed, even to the current page. */
  onNavigate?(): void
  /** Called when one of the sidebar's dialogs opens. */
  onDialog?(): void
}

/** The site's links (docs/spec/pages.md#sidebar). */
export const Sidebar = ({ onNavigate, onDialog }: Props) => {
  const followed = useFollowedTopics()
  const isMember = useCurrentUser() !== null
  const { data: topics = [] } = useQuery(topicsQuery)
  const followedIds = new Set(followed.map(({ id }) => id))
  return (
    <nav aria-label={texts.mainNavigation} className="px-3 pb-6">
      <ul className="flex flex-col gap-px">
        <SidebarLink href={paths.home} icon={HomeIcon} onNavigate={onNavigate}>
          {texts.home}
        </SidebarLink>
        <SidebarLink href={paths.popular} icon={TrendingIcon} onNavigate={onNavigate}>
          {texts.trending}
        </SidebarLink>
        <SidebarLink href={paths.newest} icon={NewIcon} onNavigate={onNavigate}>
          {texts.newest}
        </SidebarLink>
        {isMember && (
          <>
            <SidebarLink href={paths.bookmarks} icon={BookmarkIcon} onNavigate={onNavigate}>
              {texts.bookmarks}
            </SidebarLink>
            <SidebarLink href={paths.privatePosts} icon={PrivateIcon} onNavigate={onNavigate}>
              {texts.privatePosts}
            </SidebarLink>
          </>
        )}
        <SidebarLink href={paths.leaderboard} icon={LeaderboardIcon} onNavigate={onNavigate}>
          {texts.leaderboard}
        </SidebarLink>
        <SidebarLink href={paths.optimize} icon={OptimizeIcon} onNavigate={onNavigate}>
          {texts.optimize} <Badge tone="accent">{texts.newBadge}</Badge>
        </SidebarLink>
      </ul>
      {followed.length > 0 && (
        <TopicLinks heading={texts.following} topics={byName(followed)} onNavigate={onNavigate} />
      )}
      <TopicLinks
        heading={texts.allTopics}
        topics={byName(topics.filter(({ id }) => !followedIds.has(id)))}
        onNavigate={onNavigate}
      />
      <SidebarDialogs onOpen={onDialog} />
    </nav>
  )
}

// A fixed locale, so that the server and every browser sort alike.
const byName = (topics: Topic[]): Topic[] => topics.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
