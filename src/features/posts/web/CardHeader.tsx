import { modelName } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Tooltip } from '#web/kit/Tooltip.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { PostCard } from '../contract.ts'
import { can } from '../policy.ts'
import { TypeBadge } from './TypeBadge.tsx'
import { texts } from './texts.ts'

const OwnerMenuParts = lazyWithPreload(() => import('./OwnerMenuContent.tsx'))

/**
 * The menu with Edit, Renew private link and Delete for the author, and Remove for admins
 * (docs/spec/privacy.md#roles). Its space is reserved while its code loads.
 */
const OwnerMenu = ({ post }: { post: PostCard }) => {
  const user = useCurrentUser()
  const canDelete = can.deletePost(user, post)
  if (!canDelete && !can.removePost(user, post)) return null
  return (
    <span className="control-square -my-2 pointer-coarse:-my-3">
      <OwnerMenuParts
        post={post}
        canEdit={can.editPost(user, post)}
        canRenew={can.renewLink(user, post)}
        canDelete={canDelete}
      />
    </span>
  )
}

/**
 * The model a prompt is for. If there are several: the first, and '+N' with a tooltip that lists them all
 * (docs/spec/pages.md#post-card).
 */
const ModelBadge = ({ models }: { models: readonly string[] }) => {
  const [first, ...others] = models.map(modelName)
  if (first === undefined) return null
  return (
    <span className="inline-flex items-center gap-1">
      <span className="rounded-sm border px-1.5 leading-[18px] text-ink">{first}</span>
      {others.length > 0 && (
        <Tooltip text={[first, ...others].join(', ')}>
          <button
            type="button"
            aria-label={texts.allModels([first, ...others])}
            className="relative rounded-sm border px-1.5 leading-[18px] text-ink after:absolute after:-inset-2 hover:border-line-strong"
          >
            {texts.models(others.length)}
          </button>
        </Tooltip>
      )}
    </span>
  )
}

const linkClasses = 'inline-link hover:text-ink'

/** The line above the title: type, models, topic, author and time. */
export const CardHeader = ({ post }: { post: PostCard }) => (
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
      <RelativeTime date={post.createdAt} />
    </div>
    <OwnerMenu post={post} />
  </div>
)
