import { paths } from '#core/paths.ts'
import type { Member } from '#core/viewer.ts'
import { selectReadableCollections } from '#features/collections/server/restrictions-query.ts'
import { selectReadableComments } from '#features/comments/server/restrictions-query.ts'
import { selectVisibleUsernames } from '#features/members/server/profile-query.ts'
import type { OwnReport } from '#features/moderation/contract-reports.ts'
import type { SubjectKind } from '#features/moderation/contract-values.ts'
import { type StoredReport, selectOwnReports } from '#features/moderation/server/own-reports-query.ts'
import { selectPostOwners } from '#features/posts/server/post-query.ts'
import { selectReadableResults } from '#features/results/server/restrictions-query.ts'
import { selectReadableEdits } from '#features/suggested-edits/server/restrictions-query.ts'
import { selectReadableVersions } from '#features/versions/server/restrictions-query.ts'
import type { Sql } from '#server/database/connect.ts'

/**
 * Lists a member's reports with the page of what each is about, as far as they can still see it. Sends one statement for
 * each kind of subject on the page, and one for the posts.
 */
export const listOwnReports = async (
  sql: Sql,
  member: Member,
  page: { limit: number; after?: number | undefined },
): Promise<OwnReport[]> => {
  const reports = await selectOwnReports(sql, member.id, page)
  const postIds = reports.flatMap(({ postId }) => postId ?? [])
  const posts = postIds.length > 0 ? await selectPostOwners(sql, member, postIds) : []
  const visible = new Set(posts.map(({ id }) => id))
  const urls = new Map<string, string>()
  for (const kind of new Set(reports.map(({ subjectKind }) => subjectKind))) {
    const ofKind = reports.filter(({ subjectKind }) => subjectKind === kind)
    const found = await finders[kind](sql, member, ofKind)
    for (const { id, version = 0, url } of found) urls.set(`${kind} ${id} ${version}`, url)
  }
  return reports.map(({ subjectId, subjectVersion, postId, ...report }) => {
    const isVisible = postId === null || visible.has(postId)
    const url = urls.get(`${report.subjectKind} ${subjectId} ${subjectVersion}`)
    return { ...report, url: isVisible && url !== undefined ? url : null }
  })
}

type Found = { id: number; version?: number; url: string }
type Finder = (sql: Sql, member: Member, reports: readonly StoredReport[]) => Promise<Found[]>

const idsOf = (reports: readonly StoredReport[]): number[] => reports.map(({ subjectId }) => subjectId)

/** Finds the pages of those subjects that the member can see if they can see the post on which they are. */
const finders: Record<SubjectKind, Finder> = {
  post: async (_sql, _member, reports) => idsOf(reports).map((id) => ({ id, url: paths.postById(id) })),
  version: async (sql, member, reports) => {
    const keys = reports.map(({ subjectId: postId, subjectVersion: version }) => ({ postId, version }))
    const found = await selectReadableVersions(sql, member, keys)
    return found.map(({ postId, version }) => ({ id: postId, version, url: paths.version(postId, version) }))
  },
  comment: async (sql, member, reports) => {
    const found = await selectReadableComments(sql, member, idsOf(reports))
    return found.map(({ id, postId }) => ({ id, url: paths.comment({ id: postId, isPrivate: false }, id) }))
  },
  member: async (sql, member, reports) => {
    const found = await selectVisibleUsernames(sql, member, idsOf(reports))
    return found.map(({ id, username }) => ({ id, url: paths.profile(username) }))
  },
  collection: async (sql, member, reports) => {
    const found = await selectReadableCollections(sql, member, idsOf(reports))
    return found.map(({ id, linkId, title }) => ({ id, url: paths.collection({ id: linkId, title }) }))
  },
  'suggested-edit': async (sql, member, reports) => {
    const found = await selectReadableEdits(sql, member, idsOf(reports))
    return found.map(({ id, postId }) => ({ id, url: paths.suggestedEdit(postId, id) }))
  },
  result: async (sql, member, reports) => {
    const found = await selectReadableResults(sql, member, idsOf(reports))
    return found.map(({ id, postId }) => ({ id, url: paths.postById(postId) }))
  },
}
