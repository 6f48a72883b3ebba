import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { searchNamesQuery } from './queries.ts'
import { searchTexts } from './texts.ts'

/** The topics and people that match a search, shown above its posts. Renders nothing if there are none. */
export const MatchingNames = ({ q }: { q: string }) => {
  const { data } = useQuery(searchNamesQuery(q))
  if (!data || data.topics.length + data.people.length === 0) return null
  return (
    <nav aria-label={searchTexts.names} className="mb-3 flex flex-col gap-2">
      {data.topics.length > 0 && (
        <Names heading={searchTexts.topics}>
          {data.topics.map(({ id, name }) => (
            <NameLink key={id} href={paths.topic(name)} name={name} />
          ))}
        </Names>
      )}
      {data.people.length > 0 && (
        <Names heading={searchTexts.people}>
          {data.people.map(({ id, username, avatar }) => (
            <NameLink key={id} href={paths.profile(username)} name={username}>
              <Avatar username={username} picture={avatar} size={20} />
            </NameLink>
          ))}
        </Names>
      )}
    </nav>
  )
}

const Names = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
    <h2 className="w-14 flex-none text-sm text-muted">{heading}</h2>
    <ul className="flex min-w-0 flex-wrap gap-1.5">{children}</ul>
  </div>
)

const NameLink = ({ href, name, children }: { href: string; name: string; children?: ReactNode }) => (
  <li className="min-w-0">
    <SiteLink
      href={href}
      className="control flex min-w-0 items-center gap-1.5 rounded-lg border border-line-strong bg-surface px-2.5 text-sm hover:bg-sunken"
    >
      {children}
      <span className="truncate">{name}</span>
    </SiteLink>
  </li>
)
