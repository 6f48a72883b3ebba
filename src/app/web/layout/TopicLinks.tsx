import FlameIcon from 'lucide-react/icons/flame'
import { Badge } from '#app/web/layout/Badge.tsx'
import { SidebarLink } from '#app/web/layout/SidebarLink.tsx'
import { texts } from '#app/web/layout/texts.ts'
import { paths } from '#core/paths.ts'
import type { Topic } from '#features/topics/contract.ts'

type Props = { heading: string; topics: Topic[]; onNavigate?(): void }

/** A list of topics with a heading, in the order given. */
export const TopicLinks = ({ heading, topics, onNavigate }: Props) => (
  <section className="mt-6">
    <h2 className="px-3 pb-1 text-xs font-semibold tracking-wide text-muted">{heading}</h2>
    {topics.length === 0 && <p className="px-3 py-1.5 text-sm text-muted">{texts.noTopics}</p>}
    <ul className="flex flex-col gap-px">
      {topics.map(({ id, name, isHot }) => (
        <SidebarLink key={id} href={paths.topic(name)} onNavigate={onNavigate}>
          <span className="min-w-0 truncate">{name}</span>
          {isHot && (
            <Badge tone="warning">
              <FlameIcon size={10} />
              {texts.hotBadge}
            </Badge>
          )}
        </SidebarLink>
      ))}
    </ul>
  </section>
)
