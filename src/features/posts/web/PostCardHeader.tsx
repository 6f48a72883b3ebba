import { getModelName } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Tooltip } from '#web/kit/Tooltip.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { PostCard } from '../contract.ts'
import { can } from '../policy.ts'
import { TypeBadge } from './TypeBadge.tsx'
import { postTexts } from './texts.ts'

const RestrictionNotice = lazyWithPreload(() => import('./RestrictionNotice.tsx'))
const PostMenu = lazyWithPreload(() => import('./PostMenu.tsx'))

/** The menu of members, in which authors and admins have more. Reserves its space while its code loads. */
const CardMenu = ({ post }: { post: PostCard }) => {
  const user = useCurrentUser()
  if (!user) return null
  return (
    <span className="control-square -my-2 self-start [grid-area:menu] pointer-coarse:-my-3">
      <PostMenu post={post} />
    </span>
  )
}

/**
 * The prompt's model. If there are several models, shows the first and '+N' with a tooltip that lists all. In a list,
 * which has few controls, the names replace '+N' on touch screens and while the card has the keyboard focus
 * (docs/spec/pages.md#post-card).
 */
const ModelBadge = ({ models, isOnPostPage }: { models: readonly string[]; isOnPostPage: boolean }) => {
  const names = models.map(getModelName)
  const [first] = names
  if (first === undefined) return null
  const others = <span className="model-chip">{postTexts.more(names.length - 1)}</span>
  return (
    <>
      <span className="model-chip">{first}</span>
      {names.length > 1 &&
        (isOnPostPage ? (
          <Tooltip text={names.join(', ')}>
            <button type="button" aria-label={postTexts.allModels(names)} className="card-link flex-none">
              {others}
            </button>
          </Tooltip>
        ) : (
          <span title={names.join(', ')} className="model-chip shrink">
            <span aria-hidden className="model-count">
              {postTexts.more(names.length - 1)}
            </span>
            <span className="model-names">{postTexts.otherModels(names)}</span>
          </span>
        ))}
    </>
  )
}

/** A post's first tag and the number of remaining tags. The tag is truncated before anything else in the line. */
const FirstTag = ({ tags }: { tags: readonly string[] }) => {
  const [tag] = tags
  if (tag === undefined) return null
  return (
    <SiteLink
      href={paths.tag(tag)}
      title={tags.map((name) => `#${name}`).join(' ')}
      className="card-link shrink-[1000000]"
    >
      <bdi className="truncate">#{tag}</bdi>
      {tags.length > 1 && (
        <span aria-hidden className="flex-none">
          {postTexts.more(tags.length - 1)}
        </span>
      )}
    </SiteLink>
  )
}

/**
 * The line above the title: type, models, the version on the post's own page, author, topic, time, and the first tag in
 * lists. On phones it wraps to two lines, the second of which begins with the author.
 */
export const PostCardHeader = ({
  post,
  isOnPostPage = false,
}: {
  post: PostCard
  isOnPostPage?: boolean
}) => {
  const { topic, user } = post
  const viewer = useCurrentUser()
  const topicPath = topic && paths.topic(topic.name)
  return (
    <div className="card-head">
      <div className="card-line">
        <TypeBadge type={post.type} />
        {post.form !== 'prompt' && <span className="model-chip capitalize">{post.form}</span>}
        <ModelBadge models={post.models} isOnPostPage={isOnPostPage} />
        {post.labels.map((label) => (
          <span key={label} className="model-chip capitalize">
            {label}
          </span>
        ))}
        {isOnPostPage && post.version > 1 && can.openVersions(viewer, post) && (
          <SiteLink href={paths.versions(post.id)} className="card-link flex-none">
            {postTexts.version(post.version)}
          </SiteLink>
        )}
      </div>
      <div className="card-line card-byline">
        <SiteLink href={paths.profile(user.username)} className="card-link">
          <Avatar username={user.username} picture={user.avatar} size={20} />
          <span className="truncate">{user.username}</span>
        </SiteLink>
        {post.isPrivate && !post.restriction && <span className="flex-none">{postTexts.privatePost}</span>}
        {topicPath && (
          <SiteLink href={topicPath} className="card-link">
            <span className="truncate">{postTexts.topic(topic.name)}</span>
          </SiteLink>
        )}
        <RelativeTime date={post.createdAt} className="flex-none" />
        {!isOnPostPage && <FirstTag tags={post.tags} />}
      </div>
      {!isOnPostPage && <CardMenu post={post} />}
      {post.restriction && <RestrictionNotice post={post} />}
    </div>
  )
}
