import { getModelName } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import type { ShowcasedPost } from '#features/feeds/contract-showcase.ts'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { feedTexts } from './feed-texts.ts'

/** What some of the best prompts have produced: pictures, and the beginning of an answer. */
export const HomeShowcase = ({ posts }: { posts: readonly ShowcasedPost[] }) => (
  <ul aria-label={feedTexts.showcase} className="showcase">
    {posts.map((post) => (
      <li key={post.id} dir="auto">
        <SiteLink href={paths.post(post)}>
          {post.picture && <img src={post.picture} alt="" />}
          {post.answer && <q>{post.answer.text}</q>}
          <b>{post.title}</b>
          <small>{post.answer ? feedTexts.answerOf(getModelName(post.answer.model)) : post.author}</small>
        </SiteLink>
      </li>
    ))}
  </ul>
)
