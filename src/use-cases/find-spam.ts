import { restrictComment } from '#features/comments/server/restrictions-query.ts'
import type { SubjectKind } from '#features/moderation/contract-values.ts'
import * as caseItems from '#features/moderation/server/case-items-query.ts'
import { findOrOpenCase } from '#features/moderation/server/case-query.ts'
import { findSpamReason } from '#features/moderation/server/report-reasons.ts'
import * as spam from '#features/moderation/server/spam-query.ts'
import { notifyOfDecision } from '#features/notifications/server/notify-query.ts'
import { setVotesAside } from '#features/votes/server/deletion-query.ts'
import type { AnySql, Sql } from '#server/database/connect.ts'
import { retryOnConflict } from '#server/database/retry-on-conflict.ts'
import { defineJob } from '#server/jobs/job.ts'
import type { Logger } from '#server/log.ts'
import { waitForIndexing } from './index-queued-posts.ts'
import { findSubject } from './moderated-subjects.ts'
import { insertAutomaticDecision } from './record-automatic-decision.ts'
import { restrictPosts } from './restrict-posts.ts'

/** The smallest waves that are found. Two newcomers with the same text may be one person who lost a password. */
const MIN_MEMBERS = 3
const MIN_COMMENT_LENGTH = 20
const RING = { minMembers: 5, minPosts: 3 }
const MIN_MUTUAL_VOTES = 10

type Found = spam.Wave & {
  finding: string
  takeAway: (tx: AnySql, ids: readonly number[], caseId: number) => Promise<void>
}

/**
 * Looks for spam and vote rings every five minutes: texts and links that several newcomers share, and votes that go only
 * between a few accounts. What is found is hidden or set aside, not deleted, until a moderator decides its case, which says
 * in words what was found.
 */
export const spamJob = defineJob({
  name: 'find-spam',
  schedule: '*/5 * * * *',
  run: ({ sql, log, signal }) => findSpam(sql, log, signal),
})

/** The number of posts, comments or votes that one transaction takes away. */
const BATCH_SIZE = 100

/** See `spamJob`. */
export const findSpam = async (sql: Sql, log: Pick<Logger, 'warn'>, signal?: AbortSignal): Promise<void> => {
  for (const find of searches)
    for (const wave of await find(sql)) {
      for (let from = 0; from < wave.items.length; from += BATCH_SIZE) {
        signal?.throwIfAborted()
        const batch = { ...wave, items: wave.items.slice(from, from + BATCH_SIZE) }
        await retryOnConflict(() => sql.begin((tx) => handleWave(tx, batch)))
      }
    }
  await waitForIndexing(sql, log)
}

const hidePosts = async (tx: AnySql, ids: readonly number[], caseId: number): Promise<void> => {
  const hidden = await restrictPosts(tx, ids, 'reported')
  await caseItems.insertCasePosts(tx, caseId, hidden)
}

const hideComments = async (tx: AnySql, ids: readonly number[], caseId: number): Promise<void> => {
  const hidden: number[] = []
  for (const id of ids) if (await restrictComment(tx, id)) hidden.push(id)
  await caseItems.insertCaseItems(tx, caseId, 'comment', hidden)
}

const setAside = async (tx: AnySql, ids: readonly number[], caseId: number): Promise<void> => {
  await setVotesAside(tx, ids, caseId)
}

const searches: readonly ((sql: Sql) => Promise<Found[]>)[] = [
  async (sql) =>
    (await spam.selectPostWaves(sql, MIN_MEMBERS)).map((wave) => ({
      ...wave,
      finding: `${wave.members.length} newcomers published nearly the same prompt ${wave.count} times within a day`,
      takeAway: hidePosts,
    })),
  async (sql) =>
    (await spam.selectCommentWaves(sql, MIN_MEMBERS, MIN_COMMENT_LENGTH)).map((wave) => ({
      ...wave,
      finding: `${wave.members.length} newcomers wrote nearly the same comment ${wave.count} times within a day`,
      takeAway: hideComments,
    })),
  async (sql) =>
    (await spam.selectLinkWaves(sql, MIN_MEMBERS)).map((wave) => ({
      ...wave,
      finding: `${wave.members.length} newcomers linked to ${wave.host} in ${wave.count} comments within a day`,
      takeAway: hideComments,
    })),
  async (sql) =>
    (await spam.selectBurstRings(sql, RING)).map((wave) => ({
      ...wave,
      finding: `${wave.members.length} accounts made within an hour gave most of the votes on the same ${wave.count} posts`,
      takeAway: setAside,
    })),
  async (sql) =>
    (await spam.selectMutualRings(sql, MIN_MUTUAL_VOTES)).map((wave) => ({
      ...wave,
      finding: `Two members gave each other ${wave.count} upvotes within a month, most of all that they gave`,
      takeAway: setAside,
    })),
]

/**
 * Takes a wave away and opens a case about its oldest account, or joins the open case about one of its accounts. Tells each
 * account once. Accounts with which moderators have found nothing wrong within a week are in no wave.
 */
const handleWave = async (tx: AnySql, { members, items, finding, takeAway }: Found): Promise<void> => {
  const caseId = (await caseItems.selectWaveCase(tx, members)) ?? (await openWaveCase(tx, members))
  if (caseId === null) return
  await takeAway(tx, items, caseId)
  const added = await caseItems.insertCaseItems(tx, caseId, 'member', members)
  await caseItems.addFinding(tx, caseId, finding)
  const decisionId =
    (await caseItems.selectAutomaticDecision(tx, caseId)) ??
    (await insertAutomaticDecision(tx, {
      caseId,
      reason: await findSpamReason(tx),
      words: finding,
      before: {},
    }))
  await notifyOfDecision(tx, { userIds: added, type: 'decision', decisionId, title: null })
}

const SUBJECT: SubjectKind = 'member'

const openWaveCase = async (tx: AnySql, members: readonly number[]): Promise<number | null> => {
  const subject = await findSubject(tx, null, { kind: SUBJECT, id: Math.min(...members), version: 0 })
  return subject && findOrOpenCase(tx, SUBJECT, subject, { source: 'findings' })
}
