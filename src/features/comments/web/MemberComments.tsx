import { useSuspenseQuery } from '@tanstack/react-query'
import { paths } from '#core/paths.ts'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { PaginationLinks } from '#web/kit/PaginationLinks.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { memberCommentsQuery } from './queries.ts'
import { commentTexts } from './texts.ts'

/** Shows a page of a member's comments, each of which links to its conversation. */
export const MemberComments = ({ username, before }: { username: string; before: number | undefined }) => {
  const { data } = useSuspenseQuery(memberCommentsQuery(username, before))
  const tab = paths.profileTab(username, 'comments')
  if (data.comments.length === 0 && before === undefined)
    return <EmptyState title={commentTexts.none}>{commentTexts.noneText(username)}</EmptyState>
  return (
    <>
      <ul aria-label={commentTexts.by(username)}>
        {data.comments.map(({ id, excerpt, score, createdAt, post }) => (
          <li key={id} className="border-b py-3">
            <p className="text-sm text-muted">
              <RelativeTime date={createdAt} /> · {commentTexts.points(score)} · {commentTexts.on}{' '}
              <SiteLink
                href={paths.post(post)}
                dir="auto"
                className="inline-link text-accent hover:underline"
              >
                {post.title}
              </SiteLink>
            </p>
            <SiteLink
              href={paths.comment(post, id)}
              dir="auto"
              className="mt-1 line-clamp-4 block max-w-[68ch] break-words whitespace-pre-line hover:underline"
            >
              {excerpt}
            </SiteLink>
          </li>
        ))}
      </ul>
      <PaginationLinks
        label={commentTexts.by(username)}
        newest={before === undefined ? null : { href: tab, label: commentTexts.newer }}
        older={
          data.before === null ? null : { href: `${tab}&before=${data.before}`, label: commentTexts.older }
        }
      />
    </>
  )
}
