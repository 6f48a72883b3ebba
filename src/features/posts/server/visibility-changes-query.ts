import type { AnySql } from '#server/database/connect.ts'
import type { PostFields } from '../contract-fields.ts'
import { lineFeedsColumn } from './new-post-query.ts'
import { type RemovedCopy, removedCopy } from './removed-prompts-query.ts'

/** `hasPrivateSource` is true for a remix of another member's private post. */
export type VisibilityChangeRow = Pick<PostFields, 'title' | 'type' | 'tags'> & {
  id: number
  mentions: string[]
  userId: number
  isPrivate: boolean
  isRestricted: boolean
  score: number
  seoSlug: string
  hasPrivateSource: boolean
  /** Whose removed prompt it is a copy of, if it is private. */
  removedCopy: RemovedCopy
}

/** Lists the posts among `ids` that belong to the member. */
export const selectOwnPosts = (tx: AnySql, userId: number, ids: readonly number[]) => tx<
  VisibilityChangeRow[]
>`
  select p.id, p.title, p.type, current_tags(p.tags) as tags, p.mentions, p.user_id, p.is_private, p.restriction is not null as is_restricted, p.score, p.seo_slug,
    coalesce(source.is_private and source.user_id <> p.user_id, false) as has_private_source,
    case when p.is_private then ${removedCopy(tx, tx`p.user_id`, tx`p.prompt`)} end as removed_copy
  from posts p left join posts source on source.id = p.remix_of
  where p.user_id = ${userId} and p.id = any(${[...ids]}::integer[]) order by p.id`

/**
 * Returns the locked posts that must not be published because their author has published the same prompt without a
 * topic within the last day, or an earlier post of the list has the same prompt. All posts have the same author.
 */
export const selectDuplicatePostIds = async (tx: AnySql, ids: readonly number[]): Promise<Set<number>> => {
  // Compares hashes, because comparing each prompt with each other one would read them from disk again and again.
  const rows = await tx<{ id: number }[]>`
    with own as materialized (
      select p.id, p.user_id, md5(t.prompt) as hash, char_length(t.prompt) as length,
        char_length(t.prompt) - char_length(replace(t.prompt, E'\\n', '')) as line_ends
      from posts p cross join lateral (select ${lineFeedsColumn(tx, tx`p.prompt`)} as prompt offset 0) t
      where p.id = any(${[...ids]}::integer[])
    ), published as materialized (
      select p.user_id, md5(${lineFeedsColumn(tx, tx`p.prompt`)}) as hash from posts p
      where p.user_id in (select user_id from own)
        and exists (select from own where p.prompt_length between own.length and own.length + own.line_ends)
        and not p.is_private and p.topic_id is null and p.created_at > now() - interval '1 day'
    )
    select o.id from own o
    where exists (select from own other where other.id < o.id and (other.user_id, other.hash) = (o.user_id, o.hash))
      or exists (select from published p where (p.user_id, p.hash) = (o.user_id, o.hash))`
  return new Set(rows.map(({ id }) => id))
}

/** Makes locked posts private, each with the given private link. A private post has no topic. */
export const makePostsPrivate = (tx: AnySql, links: ReadonlyMap<number, string>) => tx`
  update posts p set is_private = true, private_id = new.private_id, topic_id = null
  from unnest(${[...links.keys()]}::integer[], ${[...links.values()]}::text[]) as new(id, private_id)
  where p.id = new.id`

/**
 * Makes locked posts public under the given slugs. Their public history begins with the current version. Deletes their private links and the access
 * granted through them.
 */
export const makePostsPublic = async (tx: AnySql, slugs: ReadonlyMap<number, string>): Promise<void> => {
  await tx`
    update posts p set is_private = false, private_id = null, seo_slug = new.slug, public_version = p.version, public_since = now()
    from unnest(${[...slugs.keys()]}::integer[], ${[...slugs.values()]}::text[]) as new(id, slug)
    where p.id = new.id`
  await tx`delete from private_post_grants where post_id = any(${[...slugs.keys()]}::integer[])`
}

/** Returns the slugs that are already in use. */
export const selectTakenSlugs = async (tx: AnySql, slugs: readonly string[]): Promise<string[]> => {
  const rows = await tx<{ seoSlug: string }[]>`
    select seo_slug from posts where seo_slug = any(${[...slugs]}::text[])`
  return rows.map(({ seoSlug }) => seoSlug)
}
