import { hash } from 'node:crypto'
import { createInvalidFieldError } from '#core/http-error.ts'
import { renderSkillMd, SKILL_MD, type SkillFile, skillLimits, toFrontMatter } from '#core/skill.ts'
import { parseSkill } from '#core/skill-schema.ts'
import type { PostFields } from '#features/posts/contract-fields.ts'
import { firstReadableVersion } from '#features/posts/server/visibility-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import { skillMessages } from '../contract-messages.ts'
import { type ArchiveFile, writeArchive } from './archive.ts'

const sha256 = (text: string | Buffer): string => hash('sha256', text, 'hex')

/** Stores texts, each once, and returns the digest and the size of each. */
export const insertContents = async (
  sql: AnySql,
  contents: readonly string[],
): Promise<Omit<SkillFile, 'path'>[]> => {
  const files = contents.map((content) => ({ sha256: sha256(content), size: Buffer.byteLength(content) }))
  await sql`
    insert into skill_contents (sha256, content, size)
    select distinct on (1) * from unnest(${files.map((file) => file.sha256)}::text[], ${[...contents]}::text[], ${files.map(({ size }) => size)}::integer[])
    on conflict (sha256) do nothing`
  return files
}

export const insertUploads = (sql: AnySql, userId: number, hashes: readonly string[]) => sql`
  insert into skill_uploads (user_id, sha256) select ${userId}::integer, unnest(${[...hashes]}::text[])
  on conflict (user_id, sha256) do update set created_at = now()`

export const selectContents = async (
  sql: AnySql,
  hashes: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await sql<{ sha256: string; content: string }[]>`
    select sha256, content from skill_contents where sha256 = any(${[...hashes]}::text[])`
  return new Map(rows.map((row) => [row.sha256, row.content]))
}

type Claim = { userId: number; postId: number | null; remixOf: number | null | undefined }

/**
 * Throws 400 unless the member has sent each file of the skill, or the post has had it, or the post that this one is based
 * on has it in a version that the member can read and that is not withdrawn.
 */
export const claimSkillFiles = async (
  sql: AnySql,
  { form, skill }: Pick<PostFields, 'form' | 'skill'>,
  { userId, postId, remixOf = null }: Claim,
): Promise<void> => {
  const parsed = form === 'skill' ? parseSkill(skill) : null
  if (!parsed || 'error' in parsed || parsed.skill.files.length === 0) return
  const { files } = parsed.skill
  const hashes = files.map((file) => file.sha256)
  const known = await sql<{ sha256: string; size: number }[]>`
    select c.sha256, c.size from skill_contents c where c.sha256 = any(${hashes}::text[]) and (
      exists (select from skill_uploads u where u.user_id = ${userId} and u.sha256 = c.sha256)
      or exists (
        select from skill_releases r join posts p on p.id = r.post_id
        where r.files @> jsonb_build_array(jsonb_build_object('sha256', c.sha256))
          and (p.id = ${postId}::integer or p.id = ${remixOf}::integer and r.withdrawn_at is null
            and r.version >= ${firstReadableVersion(sql, { id: userId })})))
    for share of c`
  const sizes = new Map(known.map((row) => [row.sha256, row.size]))
  if (files.some((file) => sizes.get(file.sha256) !== file.size))
    throw createInvalidFieldError('skill', skillMessages.fileMissing)
}

/**
 * Stores the current version of each post that is a skill as it can be installed. The posts' rows are locked, or new.
 * What is stored already stays as it is.
 */
export const recordReleases = async (sql: AnySql, postIds: readonly number[]): Promise<void> => {
  const posts = await sql<
    ({ id: number; version: number } & Pick<
      PostFields,
      'description' | 'license' | 'prompt' | 'skill' | 'sourceUrl'
    >)[]
  >`
    select p.id, p.version, p.description, p.license, p.prompt, p.skill, p.source_url from posts p
    where p.id = any(${[...postIds]}::integer[]) and p.form = 'skill' and not exists (
      select from skill_releases r where r.post_id = p.id and r.version = p.version)
    order by p.id`
  for (const { id, version, skill: written, ...texts } of posts) {
    const parsed = parseSkill(written)
    if ('error' in parsed) continue
    const { skill } = parsed
    const name = await claimName(sql, skill.name, id)
    const frontMatter = toFrontMatter({ ...skill, name }, texts)
    const skillMd = renderSkillMd(frontMatter, texts.prompt)
    const [first] = await insertContents(sql, [skillMd])
    const files = [...(first ? [{ path: SKILL_MD, ...first }] : []), ...skill.files]
    const read = await readFiles(sql, files)
    // An imported skill can name files that its site had.
    if (read.length < files.length) continue
    const artifact = files.length === 1 ? skillMd : await writeArchive(read)
    await sql`
      insert into skill_releases (post_id, version, name, front_matter, files, sha256)
      values (${id}, ${version}, ${name}, ${JSON.stringify(frontMatter)}::text::jsonb,
        ${JSON.stringify(files)}::text::jsonb, ${sha256(artifact)})
      on conflict (post_id, version) do nothing`
  }
}

/** Returns the files with their texts, without those whose text is not stored. */
export const readFiles = async (sql: AnySql, files: readonly SkillFile[]): Promise<ArchiveFile[]> => {
  const contents = await selectContents(
    sql,
    files.map((file) => file.sha256),
  )
  return files.flatMap(({ path, sha256: digest }) => {
    const content = contents.get(digest)
    return content === undefined ? [] : [{ path, content }]
  })
}

/** Returns the name of a skill on this site: the one that it asks for, with a number if another skill has that. */
const claimName = async (sql: AnySql, requested: string, postId: number): Promise<string> => {
  let from = 1
  for (let count = 10; ; count *= 10) {
    const names = Array.from({ length: count }, (_, index) => numberName(requested, from + index))
    const taken = await sql<{ name: string; postId: number | null }[]>`
      select name, post_id from skill_names where name = any(${names}::text[])`
    const owners = new Map(taken.map((row) => [row.name, row.postId]))
    for (const name of names) {
      if (owners.get(name) === postId) return name
      if (owners.has(name)) continue
      // Waits for another skill that is getting this name now.
      const { count: inserted } = await sql`
        insert into skill_names (name, post_id) values (${name}, ${postId}) on conflict (name) do nothing`
      if (inserted > 0) return name
    }
    from += count
  }
}

const numberName = (requested: string, number: number): string => {
  const suffix = number === 1 ? '' : `-${number}`
  return `${requested.slice(0, skillLimits.name - suffix.length).replace(/-$/, '')}${suffix}`
}

/** Withdraws a release. Returns its name, or null if there is none that could be withdrawn. */
export const withdrawRelease = async (
  sql: AnySql,
  postId: number,
  version: number,
  reason: string,
): Promise<string | null> => {
  const [row] = await sql<{ name: string }[]>`
    update skill_releases set withdrawn_at = now(), withdrawn_reason = ${reason}
    where post_id = ${postId} and version = ${version} and withdrawn_at is null returning name`
  return row?.name ?? null
}

/** Returns whether a version of a post is a skill that can be installed. */
export const hasInstallableRelease = async (sql: AnySql, postId: number, version: number): Promise<boolean> =>
  (
    await sql`
      select from skill_releases where post_id = ${postId} and version = ${version} and withdrawn_at is null`
  ).length > 0

/** Lets a release be installed again that moderators have withdrawn. Returns false if there is none. */
export const restoreRelease = async (sql: AnySql, postId: number, version: number): Promise<boolean> =>
  (
    await sql`
      update skill_releases set withdrawn_at = null, withdrawn_reason = ''
      where post_id = ${postId} and version = ${version} and withdrawn_reason = ${skillMessages.versionModerated} and files <> '[]'`
  ).count > 0

/** Takes the files and the front matter, except the name, out of the release of a version that is deleted. */
export const emptyRelease = (sql: AnySql, postId: number, version: number) => sql`
  update skill_releases set files = '[]', front_matter = jsonb_build_object('name', name, 'description', ''),
    withdrawn_at = coalesce(withdrawn_at, now()),
    withdrawn_reason = case when withdrawn_reason = '' then ${skillMessages.versionDeleted} else withdrawn_reason end
  where post_id = ${postId} and version = ${version}`
