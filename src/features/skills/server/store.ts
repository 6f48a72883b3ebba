import type { FrontMatter, SkillFile } from '#core/skill.ts'
import type { Viewer } from '#core/viewer.ts'
import { joinMember } from '#features/members/server/profile-query.ts'
import { canSeePost, firstReadableVersion } from '#features/posts/server/visibility-query.ts'
import type { AnySql, SqlFragment } from '#server/database/connect.ts'

/** A released version of a skill as the site serves it. */
export type Release = {
  postId: number
  version: number
  name: string
  frontMatter: FrontMatter
  files: SkillFile[]
  sha256: string
  createdAt: Date
  withdrawnAt: Date | null
  withdrawnReason: string
}

const releaseColumns = (sql: AnySql): SqlFragment => sql`
  r.post_id, r.version, r.name, r.front_matter, r.files, r.sha256, r.created_at, r.withdrawn_at, r.withdrawn_reason`

/** The posts `p` that are skills of everybody. */
const isPublicSkill = (sql: AnySql): SqlFragment =>
  sql`(p.form = 'skill' and ${canSeePost(sql, null)} and p.user_id is not null)`

/** Which skills a list contains; without a condition, all. */
export type SkillScope = { postId?: number; username?: string; name?: string; after?: number }

/**
 * Lists public skills in their newest version that is not withdrawn: those of a post or a member, or all, those with
 * the best score first. With `after`, those whose post's id is higher, by id.
 */
export const selectSkills = (
  sql: AnySql,
  { postId, username, name, after }: SkillScope,
  max: number,
): Promise<(Release & { author: string })[]> => {
  const order = after === undefined ? sql`p.score desc, p.id desc` : sql`p.id`
  return sql<(Release & { author: string })[]>`
    select ${releaseColumns(sql)}, u.username as author
    from (select distinct post_id from skill_releases) released join posts p on p.id = released.post_id
    ${joinMember(sql, sql`p.user_id`)}
    cross join lateral (
      select * from skill_releases newest
      where newest.post_id = p.id and newest.withdrawn_at is null and newest.version >= p.public_version
      order by newest.version desc limit 1) r
    where ${isPublicSkill(sql)}
      ${postId === undefined ? sql`` : sql`and p.id = ${postId}`}
      ${name === undefined ? sql`` : sql`and r.name = ${name}`}
      ${username === undefined ? sql`` : sql`and lower(u.username) = lower(${username})`}
      ${after === undefined ? sql`` : sql`and p.id > ${after}`}
    order by ${order} limit ${max}`
}

/** Returns a public release by its name and, if it is not the newest that is not withdrawn, its version. */
export const selectRelease = async (
  sql: AnySql,
  name: string,
  version: number | null,
): Promise<Release | null> => {
  const [row] = await sql<Release[]>`
    select ${releaseColumns(sql)} from skill_releases r join posts p on p.id = r.post_id
    where r.name = ${name} and ${isPublicSkill(sql)} and r.version >= p.public_version
      and ${version === null ? sql`r.withdrawn_at is null` : sql`r.version = ${version}`}
    order by r.version desc limit 1`
  return row ?? null
}

/** Lists the releases of a post that the viewer can read, newest first. The caller has checked that they can see the post. */
export const selectReleases = (sql: AnySql, viewer: Viewer, postId: number): Promise<Release[]> => sql<
  Release[]
>`
  select ${releaseColumns(sql)} from skill_releases r join posts p on p.id = r.post_id
  where r.post_id = ${postId} and p.form = 'skill' and r.version >= ${firstReadableVersion(sql, viewer)}
  order by r.version desc limit 100`

/** Deletes texts that no release and no draft uses and nobody has sent within 30 days. Returns how many. */
export const deleteUnusedContents = async (sql: AnySql): Promise<number> => {
  await sql`
    delete from skill_uploads u where u.created_at < now() - interval '30 days' and not exists (
      select from drafts d where d.user_id = u.user_id and strpos(d.fields ->> 'skill', u.sha256) > 0)`
  const { count } = await sql`
    delete from skill_contents c
    where c.created_at < now() - interval '1 day'
      and not exists (select from skill_uploads u where u.sha256 = c.sha256)
      and not exists (
        select from skill_releases r where r.files @> jsonb_build_array(jsonb_build_object('sha256', c.sha256)))`
  return count
}
