import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { limits } from '#core/limits.ts'
import { paths } from '#core/paths.ts'
import type { PostValues } from '#features/posts/web/form/post-values.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { similarPostsQuery } from './similar/queries.ts'
import { searchTexts } from './texts.ts'

const DEBOUNCE_MS = 500
const MIN_LENGTH = 6

/**
 * Lists public posts with titles similar to the one being typed in the post's form, collapsed into one line. Shows nothing
 * while loading or after an error, because it is only a hint.
 */
const SimilarPosts = () => {
  const title = useWatch<PostValues, 'title'>({ name: 'title' })
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTyped(title.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [title])
  const { data: posts = [] } = useQuery({
    ...similarPostsQuery(typed),
    enabled: typed.length >= MIN_LENGTH && typed.length <= limits.title,
  })
  return (
    <div role="status" className="empty:hidden">
      {posts.length > 0 && (
        <details className="group rounded-lg bg-sunken px-3 text-sm">
          <summary className="control flex list-none items-center gap-2 text-muted select-none hover:text-ink [&::-webkit-details-marker]:hidden">
            <span>{searchTexts.similar(posts.length)}</span>
            <Icon name="chevron-down" size={14} className="transition-transform group-open:rotate-180" />
          </summary>
          <ul className="pb-1">
            {posts.map((post) => (
              <li key={post.id}>
                <a
                  href={paths.post(post)}
                  target="_blank"
                  rel="noopener"
                  className="control flex items-center font-medium wrap-anywhere hover:underline"
                >
                  {post.title}
                  <span className="sr-only"> {searchTexts.opensInNewTab}</span>
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

export default SimilarPosts
