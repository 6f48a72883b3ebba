import type { MouseEvent, ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import type { FeedPosition } from '#features/feeds/web/Feed.tsx'
import { Gallery } from '#features/media/web/Gallery.tsx'
import type { PostCard as Post } from '#features/posts/contract.ts'
import { PostCardHeader } from '#features/posts/web/PostCardHeader.tsx'
import { PromptBox } from '#features/posts/web/PromptBox.tsx'
import type { HighlightedTexts } from '#features/search/web/SearchResults.tsx'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { CardActions } from './CardActions.tsx'

// Elements that handle their own clicks; clicking them does not open the card.
const INTERACTIVE = 'a, button, input, select, textarea, label, summary, video, [data-own]'

/**
 * Returns event handlers that open the post when the card is clicked outside its links and buttons. Ctrl, Cmd or the
 * middle button opens a new tab (docs/spec/pages.md#post-card).
 */
const useOpenCard = (href: string) => {
  const navigation = useNavigation()
  const open = (event: MouseEvent<HTMLElement>): void => {
    if (event.defaultPrevented || !isFreeArea(event) || hasSelection()) return
    if (event.ctrlKey || event.metaKey || event.button === 1) window.open(href, '_blank', 'noopener')
    else void navigation.push(href)
  }
  return {
    onClick: open,
    onAuxClick: (event: MouseEvent<HTMLElement>) => event.button === 1 && open(event),
    // Prevents the middle button from starting autoscroll.
    onMouseDown: (event: MouseEvent<HTMLElement>) =>
      event.button === 1 && isFreeArea(event) && event.preventDefault(),
  }
}

const isFreeArea = ({ target, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  target instanceof Element && currentTarget.contains(target) && target.closest(INTERACTIVE) === null

const hasSelection = (): boolean => {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.toString() !== ''
}

type Props = {
  post: Post
  /** The post's position in a feed, counted from 1. `size` is -1 if the length of the feed is unknown. */
  feedPosition?: FeedPosition
  highlights?: HighlightedTexts
  /** True if the images should load immediately, as on the first cards of a page. */
  eager?: boolean
  /** Content at the top of the card, above its header. */
  top?: ReactNode
}

/**
 * A post in a feed. Example files come first if they are the actual result of the prompt. Clicking the card outside its
 * links and buttons opens the post.
 */
export const PostCard = ({ post, feedPosition, highlights, eager = false, top }: Props) => {
  const href = paths.post(post)
  const titleId = `post-${post.id}`
  const isPicture = post.type === 'Image' || post.type === 'Video'
  const gallery = {
    files: post.exampleFiles,
    title: post.title,
    isEager: eager,
    maxVisible: 4,
    hasWaveforms: post.type === 'Audio',
  }
  return (
    // Keyboard users open the post through its title, which is a link.
    <article
      aria-labelledby={titleId}
      tabIndex={-1}
      {...(feedPosition && {
        // HTML requires the role in an element with a position.
        role: 'article',
        'aria-posinset': feedPosition.position,
        'aria-setsize': feedPosition.size,
      })}
      {...useOpenCard(href)}
      className="post-card"
    >
      <div className="min-w-0 [grid-area:body]">
        {top}
        <PostCardHeader post={post} />
        {isPicture && <Gallery {...gallery} className="mt-2" />}
        <h2 id={titleId} dir="auto" className={isPicture ? 'card-title mt-3' : 'card-title mt-1'}>
          <SiteLink href={href} data-act="open" className="hover:underline">
            {highlights?.title ?? post.title}
          </SiteLink>
        </h2>
        <Description post={post} highlights={highlights} />
        {!isPicture && <Gallery {...gallery} className="mt-3" />}
        <div className="mt-3">
          <PromptBox post={post} isOnPostPage={false} renderRange={highlights?.prompt} />
        </div>
      </div>
      <CardActions post={post} />
    </article>
  )
}

const Description = ({ post, highlights }: Pick<Props, 'post' | 'highlights'>) =>
  highlights ? (
    <p dir="auto" className="card-description [&:dir(rtl)]:max-w-none">
      {highlights.description}
    </p>
  ) : (
    <Markdown text={post.description} mentions={post.mentions} className="card-description" />
  )
