import { useQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { newcomerLimitNames } from '#core/trust.ts'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import type { Standing } from '../../contract-standing.ts'
import { standingQuery } from './queries.ts'
import { standingTexts } from './texts.ts'

/** Says how far the member is trusted, what is missing for the next level, and which posts readers do not see, and why. */
export const StandingSettings = () => {
  const { data, isError, isFetching, refetch } = useQuery(standingQuery)
  if (isError)
    return (
      <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
        {standingTexts.loadFailed}
      </ErrorNotice>
    )
  if (!data) return <Skeleton className="h-24 w-full" />
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>{standingTexts.levels[data.level]}</p>
      {data.next && <NextLevel next={data.next} />}
      {data.limits && (
        <>
          <p>
            {standingTexts.limits}{' '}
            {new Intl.ListFormat('en').format(
              newcomerLimitNames.map((name) => standingTexts.limit(name, data.limits?.[name] ?? 0)),
            )}
            .
          </p>
          <p>{standingTexts.firstLook}</p>
        </>
      )}
      {data.waitingPosts.length > 0 && <WaitingPosts posts={data.waitingPosts} />}
    </div>
  )
}

const WaitingPosts = ({ posts }: { posts: Standing['waitingPosts'] }) => (
  <section aria-labelledby="waiting-posts">
    <h3 id="waiting-posts" className="mb-1 font-semibold">
      {standingTexts.waitingHeading}
    </h3>
    <ul className="divide-y">
      {posts.map(({ postId, title, restriction, position, findings }) => (
        <li key={postId} className="py-2 wrap-anywhere">
          <SiteLink href={paths.postById(postId)} className="inline-link underline">
            {title}
          </SiteLink>{' '}
          <span>{standingTexts.waiting[restriction]}</span>
          {position !== null && <span> {standingTexts.position(position)}</span>}
          {findings.map((finding) => (
            <p key={finding} className="text-muted">
              {finding}
            </p>
          ))}
        </li>
      ))}
    </ul>
  </section>
)

const NextLevel = ({ next: { level, needsBoth, ...figures } }: { next: NonNullable<Standing['next']> }) => {
  if (level === 'newcomer') return null
  return (
    <div>
      <p>{standingTexts.next[level](needsBoth)}</p>
      <dl className="mt-2 grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {(['days', 'reveals', 'upvotes'] as const).map((name) => (
          <div key={name} className="contents">
            <dt className="text-muted">{standingTexts[name]}</dt>
            <dd className="tabular-nums">{standingTexts.progress(figures[name].has, figures[name].needs)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
