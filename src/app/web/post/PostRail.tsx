import type { PostPage } from '#features/posts/contract.ts'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { RailBox } from '../layout/RightRail.tsx'
import { postPageTexts } from './texts.ts'

/** The right rail next to a post. */
export const PostRail = ({ post }: { post: PostPage }) => (
  <RailBox title={postPageTexts.postAbout}>
    <dl className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1">
      <dt>{postPageTexts.published}</dt>
      <dd className="text-right text-ink">
        <RelativeTime date={post.createdAt} />
      </dd>
      <dt>{postPageTexts.length}</dt>
      <dd className="text-right text-ink">
        <CompactNumber value={post.promptLength} /> {postPageTexts.characters(post.promptLength)}
      </dd>
      <dt>{postPageTexts.saved}</dt>
      <dd className="text-right text-ink">
        <CompactNumber value={post.bookmarkCount} />
      </dd>
    </dl>
  </RailBox>
)
