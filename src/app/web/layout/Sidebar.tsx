import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { parse } from 'regexparam'
import type { Author } from '#core/author.ts'
import type { IconName } from '#core/icon-names.ts'
import { limits } from '#core/limits.ts'
import { pages } from '#core/pages.ts'
import { paths } from '#core/paths.ts'
import { recentlyFollowedMembersQuery } from '#features/profiles/web/queries.ts'
import type { Topic } from '#features/topics/contract.ts'
import { useFollowedTopics } from '#features/topics/web/follows/queries.ts'
import { topicsQuery } from '#features/topics/web/queries.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { cacheOnServer } from '#web/reused-fragments.tsx'
import { FooterLinks } from './FooterLinks.tsx'
import { SidebarDialogButtons } from './SidebarDialogs.tsx'
import { layoutTexts } from './texts.ts'

const TONES = { accent: 'text-accent', warning: 'text-warning' }

/** A short label after a link's text. */
const Badge = ({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) => (
  <span
    className={classNames(
      'ml-auto inline-flex items-center gap-1 rounded-full border border-current/30 px-1.5 text-[0.6875rem] leading-4 font-semibold',
      TONES[tone],
    )}
  >
    {children}
  </span>
)

type TopicLinksProps = { heading: string; topics: Topic[]; onNavigate?(): void }

/** A list of links with a heading. */
const Section = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section className="mt-6">
    <h2 className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted">{heading}</h2>
    <ul className="flex flex-col gap-px">{children}</ul>
  </section>
)

/** A list of topics in the given order, with a heading. */
const TopicLinks = ({ heading, topics, onNavigate }: TopicLinksProps) => (
  <Section heading={heading}>
    {topics.length === 0 && <li className="px-3 py-1.5 text-sm text-muted">{layoutTexts.noTopics}</li>}
    {topics.map(({ id, name, isHot }) => (
      <SidebarLink key={id} href={paths.topic(name)} onNavigate={onNavigate}>
        <span className="min-w-0 truncate">{name}</span>
        {isHot && (
          <Badge tone="warning">
            <Icon name="flame" size={10} />
            {layoutTexts.hotBadge}
          </Badge>
        )}
      </SidebarLink>
    ))}
  </Section>
)

/** The members whom the viewer followed last, by name, and a link to all others. */
const MemberLinks = ({ members, onNavigate }: { members: Author[]; onNavigate?(): void }) => (
  <Section heading={layoutTexts.followedPeople}>
    {members.map(({ id, username, avatar }) => (
      <SidebarLink key={id} href={paths.profile(username)} onNavigate={onNavigate}>
        <Avatar username={username} picture={avatar} size={20} />
        <span className="min-w-0 truncate">{username}</span>
      </SidebarLink>
    ))}
    {members.length >= limits.recentlyFollowed && (
      <SidebarLink href={`${paths.settings}#following`} onNavigate={onNavigate}>
        {layoutTexts.allFollowedPeople}
      </SidebarLink>
    )}
  </Section>
)

type SidebarLinkProps = {
  href: string
  icon?: IconName
  onNavigate?(): void
  children: ReactNode
}

export const SidebarLink = ({ href, icon, onNavigate, children }: SidebarLinkProps) => (
  <li>
    <SiteLink href={href} onClick={onNavigate} className="sidebar-link">
      {icon && <Icon name={icon} size={18} className="flex-none" />}
      {children}
    </SiteLink>
  </li>
)

type Props = {
  /** Called when a link is followed, even one to the current page. */
  onNavigate?(): void
  /** Called when one of the sidebar's dialogs opens. */
  onDialog?(): void
}

/** The site's links (docs/spec/pages.md#sidebar). */
export const Sidebar = (props: Props) => {
  const followed = useFollowedTopics()
  const { data: topics = [] } = useQuery(topicsQuery)
  const isMember = useCurrentUser() !== null
  const { data: members } = useQuery({ ...recentlyFollowedMembersQuery, enabled: isMember })
  const { onNavigate } = props
  return (
    <>
      <SidebarLinks
        followed={followed}
        topics={topics}
        members={(isMember && members) || NOBODY}
        {...props}
      />
      <FooterLinks className="px-6 pb-6" {...(onNavigate ? { onNavigate } : {})} />
    </>
  )
}

type LinksProps = Props & { followed: Topic[]; topics: Topic[]; members: Author[] }

const NOBODY: Author[] = []

const links = Object.values(pages).flatMap(({ path, sidebar }) => (sidebar ? [{ path, sidebar }] : []))

/** Returns a function that tells whether the sidebar may contain a link to this path: a page, a topic or a profile. */
const createIsLinked = () => {
  const patterns = [pages.topic, pages.profile].map(({ path }) => parse(path).pattern)
  return (pathname: string): boolean =>
    links.some(({ path }) => path === pathname) || patterns.some((pattern) => pattern.test(pathname))
}

const SidebarLinks = cacheOnServer(
  'Sidebar',
  ({ followed, topics, members, onNavigate, onDialog }: LinksProps) => {
    const isMember = useCurrentUser() !== null
    const followedIds = new Set(followed.map(({ id }) => id))
    return (
      <nav aria-label={layoutTexts.mainNavigation} className="px-3 pb-6">
        <ul className="flex flex-col gap-px">
          {links.map(({ path, sidebar: { label, icon, isForMembers, isNew } }) =>
            isForMembers && !isMember ? null : (
              <SidebarLink key={path} href={path} icon={icon} onNavigate={onNavigate}>
                {label}
                {isNew && <Badge tone="accent">{layoutTexts.newBadge}</Badge>}
              </SidebarLink>
            ),
          )}
        </ul>
        {followed.length > 0 && (
          <TopicLinks heading={layoutTexts.following} topics={byName(followed)} onNavigate={onNavigate} />
        )}
        {members.length > 0 && <MemberLinks members={members} onNavigate={onNavigate} />}
        <TopicLinks
          heading={layoutTexts.allTopics}
          topics={byName(topics.filter(({ id }) => !followedIds.has(id)))}
          onNavigate={onNavigate}
        />
        <SidebarDialogButtons onOpen={onDialog} />
      </nav>
    )
  },
  import.meta.env.SSR && { dependsOn: createIsLinked() },
)

// Sorts in a fixed locale so that the server and every browser produce the same order.
const byName = (topics: Topic[]): Topic[] => topics.toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
