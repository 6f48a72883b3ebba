import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { suggestedEditTexts } from './texts.ts'

const LINK = 'control inline-flex items-center font-medium text-muted hover:text-ink hover:underline'

/**
 * Links from a public post to the form for suggesting an edit (except for the author) and to the suggested
 * edits.
 */
export const SuggestEditLinks = ({ post }: { post: PostCard }) => {
  const isOwn = useCurrentUser()?.id === post.userId
  if (post.isPrivate) return null
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {!isOwn && (
        <SiteLink href={paths.suggestEdit(post.id)} className={LINK}>
          {suggestedEditTexts.suggest}
        </SiteLink>
      )}
      <SiteLink href={paths.suggestedEdits(post.id)} className={LINK}>
        {suggestedEditTexts.all}
      </SiteLink>
    </p>
  )
}
