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

/** A post's texts with the matches of a search marked. */
export type Marking = {
  title: ReactNode
  description: ReactNode
  prompt(from: number, to: number): ReactNode
}

type Props = {
  post: Post
  /** Its place in a feed, from 1; the number is -1 where nobody knows how many there are. */
  place?: { position: number; size: number }
  marking?: Marking
  /** The first cards of a page load their pictures at once. */
  eager?: boolean
}

/** A post in a feed. Its free area opens the post. */
export const PostCard = ({ post, place, marking, eager = false }: Props) => {
  const href = paths.post(post)
  const titleId = `post-${post.id}`
  return (
    // The title is the link that keys reach.
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
          <PromptBox post={post} whole={false} draw={marking?.prompt} />
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
  const look = classes('mt-1 max-w-[68ch] text-sm leading-[22px] text-muted', 'line-clamp-3!')
  return marking ? (
    <p dir="auto" className={classes(look, '[&:dir(rtl)]:max-w-none')}>
      {marking.description}
    </p>
  ) : (
    <Markdown text={post.description} className={look} />
  )
}
