import type { AnySql, SqlFragment } from '#server/database/connect.ts'
import { defineExportSection } from '#server/database/export-section.ts'
import { shownAvatar } from './standing-query.ts'

/** The maximum number of things that a member can mute, of all kinds together. */
export const MAX_MUTES = 100

/** What can be muted. */
export type NewMute =
  | { kind: 'member'; memberId: number }
  | { kind: 'topic'; topicId: number }
  | { kind: 'tag' | 'model'; value: string }
  | { kind: 'word'; value: string; pattern: string }

/** Returns an SQL condition that is true if the member has muted anything, by the index, as `hasBlocksColumn`. */
export const hasMutesColumn = (sql: AnySql, id: SqlFragment): SqlFragment =>
  sql`((select kind from member_mutes where user_id = ${id} order by kind limit 1) is not null)`

type Ids = Extract<NewMute['kind'], 'member' | 'topic'>

/** Returns an SQL expression for the ids of the members or topics that a member has muted, read once for a statement. */
export const mutedIds = (sql: AnySql, userId: SqlFragment, kind: Ids): SqlFragment =>
  sql`array(select ${kind === 'member' ? sql`m.member_id` : sql`m.topic_id`} from member_mutes m where m.user_id = ${userId} and m.kind = ${kind})`

/** Returns an SQL query for the tags or models that a member has muted, as `value`. */
export const mutedValues = (sql: AnySql, userId: SqlFragment, kind: 'tag' | 'model'): SqlFragment =>
  sql`select m.value from member_mutes m where m.user_id = ${userId} and m.kind = ${kind}`

/** Returns an SQL expression for the regular expression of a member's muted words; null without any. */
export const mutedWordsPattern = (sql: AnySql, userId: SqlFragment): SqlFragment =>
  sql`(select string_agg(m.pattern, '|') from member_mutes m where m.user_id = ${userId} and m.kind = 'word')`

/**
 * Mutes something and returns the id of the mute, which may exist already, or null if the member has too many. The caller
 * must have locked the member.
 */
export const insertMute = async (tx: AnySql, userId: number, mute: NewMute): Promise<number | null> => {
  const memberId = mute.kind === 'member' ? mute.memberId : null
  const topicId = mute.kind === 'topic' ? mute.topicId : null
  const value = 'value' in mute ? mute.value : null
  const pattern = 'pattern' in mute ? mute.pattern : null
  const [row] = await tx<{ id: number }[]>`
    with existing as (
      select id from member_mutes where user_id = ${userId} and kind = ${mute.kind}
        and member_id is not distinct from ${memberId}::integer and topic_id is not distinct from ${topicId}::integer
        and value is not distinct from ${value}::text for update
    ), added as (
      insert into member_mutes (user_id, kind, member_id, topic_id, value, pattern)
      select ${userId}, ${mute.kind}, ${memberId}::integer, ${topicId}::integer, ${value}::text, ${pattern}::text
      where not exists (select from existing)
        and (select count(*) from member_mutes where user_id = ${userId}) < ${MAX_MUTES}
      returning id
    )
    select id from existing union all select id from added`
  return row?.id ?? null
}

export const deleteMute = (sql: AnySql, userId: number, id: number) =>
  sql`delete from member_mutes where user_id = ${userId} and id = ${id}`

export type MuteRow = {
  id: number
  kind: NewMute['kind']
  value: string | null
  createdAt: Date
  memberId: number | null
  username: string | null
  avatar: string | null
  topicName: string | null
}

/** Lists what a member has muted, last muted first. `topicName` is an SQL expression for the name of `m.topic_id`. */
export const selectMutes = (sql: AnySql, userId: number, topicName: SqlFragment) => sql<MuteRow[]>`
  select m.id, m.kind, m.value, m.created_at, m.member_id, u.username, ${shownAvatar(sql, sql`u`)} as avatar, ${topicName} as topic_name
  from member_mutes m left join users u on u.id = m.member_id
  where m.user_id = ${userId} order by m.id desc limit ${MAX_MUTES}`

/** Deletes up to `max` mutes of a member by others. Returns their number. */
export const deleteSomeMutesOf = async (tx: AnySql, memberId: number, max: number): Promise<number> =>
  (
    await tx`
      delete from member_mutes where id in (select id from member_mutes where member_id = ${memberId} limit ${max})`
  ).count

export const muteExport = defineExportSection(
  'mutes',
  (sql, user, after) => sql`
    select id, kind, member_id, topic_id, value, created_at from member_mutes where user_id = ${user} and id > ${after}`,
)
