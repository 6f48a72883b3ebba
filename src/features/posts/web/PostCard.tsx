import type { ReactNode } from 'react'
import { paths } from '#core/paths.ts'
import { Gallery } from '#features/media/web/Gallery.tsx'
import type { PostCard as Post } from '#features/posts/contract.ts'
import { CardActions } from '#features/posts/web/CardActions.tsx'
import { CardHead } from '#features/posts/web/CardHead.tsx'
import { PromptBox } from '#features/posts/web/PromptBox.tsx'
import { useOpenCard } from '#features/posts/web/use-open-card.ts'
import { VoteButtons } from '#features/votes/web/VoteButtons.tsx'
import { classes } from '#web/kit/classes.ts'
import { Markdown } from '#web/kit/Markdown.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'

/** The texts of a post with the matches of a search highlighted. */
export type Marking = {
  title: ReactNode
  description: ReactNode
  prompt(from: number, to: number): ReactNode
}

type Props = {
  post: Post
  /** The post's position in a feed, from 1. `size` is -1 if the length of the feed is unknown. */
  place?: { position: number; size: number }
  marking?: Marking
  /** Loads the images immediately; set for the first cards of a page. */
  eager?: boolean
}

/** A post in a feed. A click on its free area opens the post. */
export const PostCard = ({ post, place, marking, eager = false }: Props) => {
  const href = paths.post(post)
  const titleId = `post-${post.id}`
  return (
    // Keyboard users open the post through its title, which is a link.
    <article
      aria-labelledby={titleId}
      tabIndex={-1}
      {...(place ? { 'aria-posinset': place.position, 'aria-setsize': place.size } : {})}
      {...useOpenCard(href)}
      className="card-grid cursor-pointer border-b py-5 outline-offset-4 narrow:py-4"
    >
      <div className="min-w-0 [grid-area:body]">
        <CardHead post={post} />
        <h2 id={titleId} dir="auto" className="mt-1 text-lg leading-[26px] font-semibold narrow:text-base">
          <SiteLink href={href} data-act="open" className="hover:underline">
            {marking?.title ?? post.title}
          </SiteLink>
        </h2>
        <Description post={post} marking={marking} />
        <Gallery files={post.exampleFiles} title={post.title} eager={eager} most={4} className="mt-3" />
        <div className="mt-3">
          <PromptBox post={post} whole={false} renderRange={marking?.prompt} />
        </div>
      </div>
      <VoteButtons
        target={{ postId: post.id }}
        score={post.score}
        myVote={post.myVote}
        className="card-votes"
      />
      <CardActions post={post} className="-ml-2 [grid-area:acts] wide:mt-2" />
    </article>
  )
}

const Description = ({ post, marking }: Pick<Props, 'post' | 'marking'>) => {
  const descriptionClasses = classes('mt-1 max-w-[68ch] text-sm leading-[22px] text-muted', 'line-clamp-3!')
  return marking ? (
    <p dir="auto" className={classes(descriptionClasses, '[&:dir(rtl)]:max-w-none')}>
      {marking.description}
    </p>
  ) : (
    <Markdown text={post.description} className={descriptionClasses} />
  )
}
