import { Fragment } from 'react'
import { buildPath, paths } from '#core/paths.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { CollectionDetails } from '../contract.ts'
import { CollectionActions } from './CollectionActions.tsx'
import { InvitationNotice } from './InvitationNotice.tsx'
import { collectionTexts } from './texts.ts'

/**
 * Shows a collection's title, description, owner and editors, along with the actions available to the viewer.
 */
export const CollectionHeader = ({ collection }: { collection: CollectionDetails }) => {
  const { title, description, visibility, user, editors, itemCount, followerCount, role } = collection
  return (
    <header className="border-b pb-4">
      <h1 dir="auto" className="text-xl font-semibold tracking-tight wrap-anywhere">
        {title}
      </h1>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-muted">
        <span>
          {collectionTexts.by} <MemberLink username={user.username} />
          {editors.length > 0 && <span>{` ${collectionTexts.editedBy} `}</span>}
          {editors.map(({ id, username }, index) => (
            <Fragment key={id}>
              {index > 0 && <span>, </span>}
              <MemberLink username={username} />
            </Fragment>
          ))}
        </span>
        <span>{collectionTexts.count(itemCount)}</span>
        {followerCount > 0 && <span>{collectionTexts.followers(followerCount)}</span>}
        {role && <span>{collectionTexts.badges[visibility]}</span>}
      </p>
      {description && <Markdown text={description} className="mt-2 max-w-[68ch]" />}
      {role === 'invited' && <InvitationNotice collection={collection} />}
      {collection.isRemoved && (
        <p className="mt-3 rounded-lg border px-3 py-2 text-sm text-ink">
          <span>{collectionTexts.removedNotice}</span>
          {role === 'owner' && (
            <>
              {' '}
              <SiteLink href={buildPath('statements')} className="inline-link underline">
                {collectionTexts.removalDetails}
              </SiteLink>
            </>
          )}
        </p>
      )}
      <CollectionActions collection={collection} />
    </header>
  )
}

const MemberLink = ({ username }: { username: string }) => (
  <SiteLink href={paths.profile(username)} className="font-medium text-ink hover:underline">
    {username}
  </SiteLink>
)
