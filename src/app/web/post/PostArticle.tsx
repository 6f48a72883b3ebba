import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { Gallery } from '#features/media/web/Gallery.tsx'
import type { PostPage } from '#features/posts/contract.ts'
import { PostCardHeader } from '#features/posts/web/PostCardHeader.tsx'
import { PostOrigin } from '#features/posts/web/PostOrigin.tsx'
import { PromptBox } from '#features/posts/web/PromptBox.tsx'
import { RemixCredits } from '#features/posts/web/remix/RemixCredits.tsx'
import { ModelResults } from '#features/results/web/ModelResults.tsx'
import { useCurrentUser } from '#web/current-user.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import { CardActions } from './CardActions.tsx'
import { ShareMenu } from './ShareMenu.tsx'
import { postPageTexts } from './texts.ts'

const SkillDetails = lazyWithPreload(() => import('#features/skills/web/SkillDetails.tsx'))
const PostPageMenu = lazyWithPreload(() => import('./PostPageMenu.tsx'))

export const PostArticle = ({ post }: { post: PostPage }) => {
  const site = useSite()
  const titleId = `post-${post.id}`
  const [wasUsed, setWasUsed] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const hasMenu = useCurrentUser() !== null || post.suggestedEdits > 0
  return (
    <article aria-labelledby={titleId} className="card-grid border-b py-4">
      <div className="min-w-0 [grid-area:body]">
        <PostCardHeader post={post} isOnPostPage />
        <h1 id={titleId} dir="auto" className="mt-1.5 text-xl font-semibold tracking-tight">
          {post.title}
        </h1>
        <RemixCredits post={post} />
        <Markdown text={post.description} mentions={post.mentions} className="mt-2 max-w-[68ch]" />
        <Gallery
          files={post.exampleFiles}
          title={post.title}
          isEager
          isUncropped
          hasWaveforms={post.type === 'Audio'}
          className="mt-4"
        />
        <div className="mt-4">
          <PromptBox post={post} isOnPostPage onUse={() => setWasUsed(true)} />
        </div>
        {(post.blanksIn === 'everywhere' || post.blanksIn === 'nowhere') && (
          <p className="mt-2 text-sm text-muted">{postPageTexts.blanksIn[post.blanksIn]}</p>
        )}
        {post.tags.length > 0 && (
          <ul aria-label={postPageTexts.tags} className="mt-2 flex flex-wrap gap-x-3 text-sm">
            {post.tags.map((tag) => (
              <li key={tag}>
                <SiteLink
                  href={paths.tag(tag)}
                  className="control inline-flex items-center text-muted hover:text-ink hover:underline"
                >
                  <bdi>#{tag}</bdi>
                </SiteLink>
              </li>
            ))}
          </ul>
        )}
        {post.form === 'skill' && <SkillDetails post={post} />}
        <PostOrigin post={post} />
        <ModelResults post={post} wasUsed={wasUsed} isReporting={isReporting} onReporting={setReporting} />
      </div>
      <CardActions
        post={post}
        share={!post.isPrivate && <ShareMenu post={post} />}
        menu={
          <span className="control-square">
            {hasMenu ? (
              <PostPageMenu post={post} onReport={() => setReporting(true)} />
            ) : (
              <SiteLink
                href={paths.legalNotice(site.url + paths.postById(post.id))}
                aria-label={postPageTexts.report}
                className="icon-button"
              >
                <Icon name="flag" size={16} />
              </SiteLink>
            )}
          </span>
        }
      />
    </article>
  )
}
