import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { ModelBadge } from '#features/posts/web/ModelBadge.tsx'
import { OwnerMenu } from '#features/posts/web/OwnerMenu.tsx'
import { TypeBadge } from '#features/posts/web/TypeBadge.tsx'
import { texts } from '#features/posts/web/texts.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

const linkClasses = 'relative hover:text-ink hover:underline after:absolute after:-inset-y-2 after:inset-x-0'

/** The line above the title: type, models, topic, author and time. */
export const CardHead = ({ post }: { post: PostCard }) => (
  <div className="flex items-start gap-x-2.5 text-xs text-muted">
    <div className="flex min-h-5 min-w-0 grow flex-wrap items-center gap-x-2.5 gap-y-1">
      <TypeBadge type={post.type} />
      <ModelBadge models={post.models} />
      {post.isPrivate && <span>{texts.privatePost}</span>}
      {post.topic && (
        <SiteLink href={paths.topic(post.topic.name)} className={linkClasses}>
          {texts.topic(post.topic.name)}
        </SiteLink>
      )}
      <SiteLink href={paths.profile(post.user.username)} className={linkClasses}>
        {post.user.username}
      </SiteLink>
      <RelativeTime iso={post.createdAt} />
    </div>
    <OwnerMenu post={post} />
  </div>
)
