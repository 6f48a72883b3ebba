import type { ModeratedSubject } from '#core/moderated-subject.ts'
import type { AnySql } from '#server/database/connect.ts'
import { findOrOpenCase } from './case-query.ts'

/** Returns whether moderators have approved a post of the member that has waited for a first look. */
export const hasApprovedFirstLook = async (tx: AnySql, memberId: number): Promise<boolean> =>
  (
    await tx`
      select from moderation_cases c join moderation_decisions d on d.case_id = c.id
      where c.author_id = ${memberId} and c.source = 'first-look' and d.action = 'dismiss' and d.reversed_at is null limit 1`
  ).length > 0

/** Opens the case of a post that waits for a look, which says why it waits. */
export const openFirstLook = (
  tx: AnySql,
  subject: ModeratedSubject,
  { isFirstLink, isCopy }: { isFirstLink: boolean; isCopy: boolean },
): Promise<number> =>
  findOrOpenCase(tx, 'post', subject, {
    source: 'first-look',
    findings: [
      ...(isFirstLink ? ['The first post of a newcomer with a link'] : []),
      ...(isCopy ? ['The same prompt by somebody else has been removed'] : []),
    ],
  })

type WaitingPost = { postId: number; title: string; position: number }

const MAX_COUNTED = 1_000

/** Lists the member's posts that wait for a first look, with their places in the queue, which are counted up to 1,000. */
export const selectWaitingPosts = (sql: AnySql, memberId: number) => sql<WaitingPost[]>`
  select c.subject_id as post_id, c.excerpt as title,
    (select count(*)::integer from (
      select from moderation_cases o where o.is_open and (o.is_urgent or o.id <= c.id) limit ${MAX_COUNTED}) ahead) as position
  from moderation_cases c
  where c.author_id = ${memberId} and c.is_open and c.source = 'first-look' and c.subject_kind = 'post' order by c.id limit 20`
