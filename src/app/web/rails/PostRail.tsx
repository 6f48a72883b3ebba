import { feedTexts as texts } from '#app/web/feed-texts.ts'
import { RailBox } from '#app/web/layout/RightRail.tsx'
import { paths } from '#core/paths.ts'
import type { PostPage } from '#features/posts/contract.ts'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

/** The right rail next to a post. */
export const PostRail = ({ post }: { post: PostPage }) => (
  <RailBox title={texts.postAbout}>
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1">
      <dt>{texts.author}</dt>
      <dd className="truncate text-right">
        <SiteLink href={paths.profile(post.user.username)} className="text-ink hover:underline">
          {post.user.username}
        </SiteLink>
      </dd>
      <dt>{texts.published}</dt>
      <dd className="text-right text-ink">
        <RelativeTime iso={post.createdAt} />
      </dd>
      <dt>{texts.length}</dt>
      <dd className="text-right text-ink">
        <CompactNumber value={post.promptLength} /> {texts.characters(post.promptLength)}
      </dd>
      <dt>{texts.saved}</dt>
      <dd className="text-right text-ink">
        <CompactNumber value={post.bookmarkCount} />
      </dd>
    </dl>
  </RailBox>
)
