import type { AnySql } from '#server/database/connect.ts'

type SlugRow = {
  seoSlug: string
  title: string
  type: string
  /** True for a post that its author keeps in private; false for one that is only restricted. */
  isPrivate: boolean
}

/** Returns the slug of a post with what it is made from; null if there is no such post. */
export const selectSlug = async (tx: AnySql, id: number): Promise<SlugRow | null> => {
  const [row] = await tx<SlugRow[]>`
    select seo_slug, title, type, is_private and (restriction is null or restricted_as_private) as is_private
    from posts where id = ${id} and user_id is not null`
  return row ?? null
}

/** Gives a locked post a new slug. Its last one redirects to it. */
export const updateSlug = (tx: AnySql, id: number, slug: string) => tx`
  update posts set former_slug = seo_slug, seo_slug = ${slug} where id = ${id}`
