import { splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { getModelName } from '#core/model-catalogue.ts'
import { paths } from '#core/paths.ts'
import type { ShowcasedPost } from '#features/feeds/contract-showcase.ts'
import { PromptText } from '#features/posts/web/PromptText.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { feedTexts } from './feed-texts.ts'

/** Some of the best prompts, each with its blanks and, beside it, the picture or the answer that it has produced. */
export const HomeShowcase = ({ posts }: { posts: readonly ShowcasedPost[] }) => (
  <ul aria-label={feedTexts.showcase} className="showcase">
    {posts.map((post) => (
      <li key={post.id} dir="auto">
        <SiteLink href={paths.post(post)}>
          <b>{post.title}</b>
          <code>
            <PromptText parts={splitByForm(post.prompt, post, true)} filled={{}} />
          </code>
          {post.picture && <img src={post.picture} alt="" />}
          {post.answer && <q>{post.answer.text}</q>}
          <small>{post.answer ? feedTexts.answerOf(getModelName(post.answer.model)) : post.author}</small>
        </SiteLink>
      </li>
    ))}
  </ul>
)
