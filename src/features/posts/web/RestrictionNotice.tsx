import { buildPath, paths } from '#core/paths.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { PostCard } from '../contract.ts'
import { restrictionTexts } from './restriction-texts.ts'

/**
 * Says why only the author and those who look after it see a post, with a link to the decision, or to the place in the queue. Loaded
 * for such posts only.
 */
const RestrictionNotice = ({ post: { restriction, userId } }: { post: PostCard }) => {
  const user = useCurrentUser()
  if (restriction === null) return null
  const isOwn = user?.id === userId
  return (
    <p className="col-span-full mt-1 rounded-lg border px-3 py-2 text-sm text-ink">
      <span>{restrictionTexts[isOwn ? 'forAuthor' : 'forModerators'][restriction]}</span>
      {isOwn && (
        <>
          {' '}
          <SiteLink
            href={restriction === 'waiting' ? paths.standing : buildPath('statements')}
            className="inline-link underline"
          >
            {restriction === 'waiting' ? restrictionTexts.standing : restrictionTexts.statements}
          </SiteLink>
        </>
      )}
    </p>
  )
}

export default RestrictionNotice
