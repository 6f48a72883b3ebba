import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { PostPage } from '../../contract.ts'
import { can } from '../../policy.ts'
import { lineageQuery, relatedPostsQuery } from './queries.ts'
import { lineageTexts } from './texts.ts'

const LINK = 'inline-link text-accent hover:underline'

/**
 * Shows what the post is based on, and how many posts are based on it. Renders nothing for a post that has
 * neither.
 */
export const RemixCredits = ({ post }: { post: PostPage }) => {
  const user = useCurrentUser()
  const { data: lineage } = useQuery({
    ...lineageQuery(post.id),
    enabled: post.isRemix && can.openVersions(user, post),
  })
  const { data: related } = useQuery({ ...relatedPostsQuery(post.id), enabled: !post.isPrivate })
  const source = lineage?.ancestors.at(-1)
  const remixCount = related?.remixCount ?? 0
  if (!lineage && remixCount === 0) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 text-sm text-muted">
      {source && (
        <span className="min-w-0">
          {lineageTexts.basedOn}{' '}
          <SiteLink href={paths.post(source)} dir="auto" className={LINK}>
            {source.title}
          </SiteLink>{' '}
          {lineageTexts.by}{' '}
          <SiteLink href={paths.profile(source.user.username)} className={LINK}>
            {source.user.username}
          </SiteLink>
        </span>
      )}
      {lineage && !source && (
        <span>
          {lineageTexts.basedOn}{' '}
          <span>
            {lineage.origin === 'private' ? lineageTexts.privatePrompt : lineageTexts.deletedPrompt}
          </span>
        </span>
      )}
      {(remixCount > 0 || source) && (
        <SiteLink href={paths.lineage(post.id)} className={LINK}>
          {remixCount > 0 ? lineageTexts.remixes(remixCount) : lineageTexts.lineage}
        </SiteLink>
      )}
    </p>
  )
}
