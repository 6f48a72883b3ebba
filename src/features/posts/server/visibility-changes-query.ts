import type { AnySql } from '#server/database/connect.ts'
import type { PostFields } from '../contract-fields.ts'

/** `hasPrivateSource` is true for a remix of another member's private post. */
export type ChangingPost = Pick<PostFields, 'title' | 'type' | 'tags'> & {
  id: number
  isPrivate: boolean
  seoSlug: string
  hasPrivateSource: boolean
}

/** Those of the posts that are the member's own. */
export const listOwnPosts = (tx: AnySql, userId: number, ids: readonly number[]) => tx<ChangingPost[]>`
  select p.id, p.title, p.type, p.tags, p.is_private, p.seo_slug,
    coalesce(source.is_private and source.user_id <> p.user_id, false) as has_private_source
  from posts p left join posts source on source.id = p.remix_of
  where p.user_id = ${userId} and p.id = any(${[...ids]}::integer[]) order by p.id`

/**
 * Whether the author has published the same prompt without a topic within the last day, or is about to publish it with one
 * of `others`.
 */
export const hasDuplicate = async (tx: AnySql, id: number, others: readonly number[]): Promise<boolean> => {
  const rows = await tx`
    select from posts p join posts other on other.user_id = p.user_id and other.id <> p.id
      and other.prompt_length = p.prompt_length and other.prompt = p.prompt
    where p.id = ${id} and (other.id = any(${[...others]}::integer[])
      or (not other.is_private and other.topic_id is null and other.created_at > now() - interval '1 day')) limit 1`
  return rows.length > 0
}

/** Takes a locked post out of the public. A private post has no topic. */
export const hidePost = (tx: AnySql, id: number, privateId: string) => tx`
  update posts set is_private = true, private_id = ${privateId}, topic_id = null where id = ${id}`

/** Makes a locked post public under the first of these slugs that is free, and ends its link with what that granted. */
export const showPost = async (tx: AnySql, id: number, slugs: readonly string[]): Promise<void> => {
  await tx`
    update posts set is_private = false, private_id = null, seo_slug = (
      select slug from unnest(${[...slugs]}::text[]) with ordinality as proposed(slug, ord)
      where not exists (select from posts other where other.seo_slug = slug and other.id <> ${id}) order by ord limit 1)
    where id = ${id}`
  await tx`delete from private_post_grants where post_id = ${id}`
}
