import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { PaginationLinks } from '#web/kit/PaginationLinks.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Version, VersionedPost } from '../contract.ts'
import { ChangeSize } from './ChangeSize.tsx'
import { versionsQuery } from './queries.ts'
import { versionTexts } from './texts.ts'
import { VersionActions } from './VersionActions.tsx'
import { VersionByline } from './VersionByline.tsx'

type ItemProps = {
  post: VersionedPost
  version: Version
  /** The number of the previous version; undefined for the post's first version. */
  previous: number | undefined
  /** The number of changed words of the largest change on the page. */
  maxSize: number
}

const VersionItem = ({ post, version, previous, maxSize }: ItemProps) => {
  const { number, changed } = version
  const isCurrent = number === post.version
  return (
    <li
      className={classNames(
        'relative ml-1 flex flex-col gap-1 border-l pb-5 pl-5 before:absolute before:top-3.5 before:-left-[5px] before:size-[9px] before:rounded-full before:border before:border-line-strong',
        isCurrent ? 'before:bg-line-strong' : 'before:bg-bg',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <SiteLink
          href={paths.version(post.id, number)}
          className="control inline-flex items-center font-medium hover:underline"
        >
          {versionTexts.version(number)}
        </SiteLink>
        {isCurrent && <span className="model-chip text-xs">{versionTexts.current}</span>}
      </div>
      <VersionByline version={version} />
      <ChangeSize version={version} max={maxSize} />
      <p className="text-sm text-muted">
        {changed.length > 0 ? versionTexts.changed(changed) : versionTexts.published}
      </p>
      <div className="flush-start flex flex-wrap items-center gap-x-1">
        {previous !== undefined && (
          <SiteLink href={paths.comparison(post.id, previous, number)} className={buttonClasses('ghost')}>
            {versionTexts.compareWithPrevious}
          </SiteLink>
        )}
        {!isCurrent && number + 1 !== post.version && (
          <SiteLink href={paths.comparison(post.id, number, post.version)} className={buttonClasses('ghost')}>
            {versionTexts.compareWithCurrent}
          </SiteLink>
        )}
        {!isCurrent && <VersionActions post={post} number={number} />}
      </div>
    </li>
  )
}

/** Shows a page of a post's versions as a time line, newest first. */
export const VersionList = ({ id, before }: { id: number; before: number | undefined }) => {
  const { data } = useSuspenseQuery(versionsQuery(id, before))
  const { post, versions } = data
  // The version that precedes the last one on the page is on the next page, unless it was deleted.
  const next = data.before === null ? undefined : data.before - 1
  const maxSize = Math.max(
    1,
    ...versions.map(({ addedWords, removedWords }) => (addedWords ?? 0) + (removedWords ?? 0)),
  )
  return (
    <>
      <Breadcrumb links={[{ href: paths.post(post), label: post.title }]} />
      <h1 className="mt-1 text-xl font-semibold tracking-tight">{versionTexts.heading}</h1>
      <ol aria-label={versionTexts.headingOf(post.title)} className="mt-4">
        {versions.map((version, index) => (
          <VersionItem
            key={version.number}
            post={post}
            version={version}
            previous={versions[index + 1]?.number ?? next}
            maxSize={maxSize}
          />
        ))}
      </ol>
      {post.version === 1 && <p className="mt-3 text-sm text-muted">{versionTexts.only}</p>}
      <PaginationLinks
        label={versionTexts.heading}
        newest={before === undefined ? null : { href: paths.versions(id), label: versionTexts.newest }}
        older={
          data.before === null
            ? null
            : { href: `${paths.versions(id)}?before=${data.before}`, label: versionTexts.older }
        }
      />
    </>
  )
}
