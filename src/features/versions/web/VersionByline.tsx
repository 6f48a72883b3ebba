import { paths } from '#core/paths.ts'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Version } from '../contract.ts'
import { versionTexts } from './texts.ts'

/** Shows when and by whom a version was written, and the author's note. */
export const VersionByline = ({ version }: { version: Version }) => {
  const { createdAt, user, suggestedBy, note, restoredFrom } = version
  return (
    <>
      <p className="text-sm text-muted">
        <RelativeTime date={createdAt} />{' '}
        {user ? (
          <SiteLink
            href={paths.profile(user.username)}
            className="inline-link hover:text-ink hover:underline"
          >
            {versionTexts.by(user.username)}
          </SiteLink>
        ) : (
          <span>{versionTexts.deletedAuthor}</span>
        )}
      </p>
      {suggestedBy && (
        <p className="text-sm text-muted">
          {versionTexts.suggestedBy}{' '}
          <SiteLink
            href={paths.profile(suggestedBy.username)}
            className="inline-link hover:text-ink hover:underline"
          >
            {suggestedBy.username}
          </SiteLink>
        </p>
      )}
      {restoredFrom !== null && (
        <p className="text-sm text-muted">{versionTexts.restoredFrom(restoredFrom)}</p>
      )}
      {note && (
        <p dir="auto" className="text-sm">
          {note}
        </p>
      )}
    </>
  )
}
