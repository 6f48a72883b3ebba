import { newcomerLimits, type TrustLevel, trustRequirements } from '#core/trust.ts'
import type { Member } from '#core/viewer.ts'
import { selectTrustFigures, type TrustFigures } from '#features/members/server/trust-query.ts'
import { selectWaitingPosts } from '#features/posts/server/restrictions-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { Standing } from '../contract-standing.ts'
import { selectWaitingCases } from './first-look-query.ts'

const NEXT: Record<TrustLevel, keyof typeof trustRequirements | null> = {
  newcomer: 'member',
  member: 'regular',
  regular: null,
}

/** Describes how far a member is trusted, what is missing for the next level, and which posts readers do not see. */
export const readStanding = async (sql: AnySql, member: Member): Promise<Standing> => {
  const { trustLevel: level } = member
  const next = NEXT[level]
  const figures = next && (await selectTrustFigures(sql, member.id))
  return {
    level,
    next: next && figures && { level: next, ...compare(figures, next) },
    limits: level === 'newcomer' ? newcomerLimits : null,
    waitingPosts: await listWaitingPosts(sql, member.id),
  }
}

const MAX_WAITING = 20

const listWaitingPosts = async (sql: AnySql, memberId: number): Promise<Standing['waitingPosts']> => {
  const posts = await selectWaitingPosts(sql, memberId, MAX_WAITING)
  if (posts.length === 0) return []
  const cases = await selectWaitingCases(
    sql,
    posts.map(({ postId }) => postId),
  )
  const byPost = new Map(cases.map((each) => [each.postId, each]))
  return posts.map((post) => {
    const found = byPost.get(post.postId)
    // A hidden post waits for its author, even if somebody has reported it since.
    const isInQueue = found && post.restriction !== 'hidden'
    return {
      ...post,
      position: isInQueue ? found.position : null,
      findings: post.restriction === 'waiting' && found ? found.findings : [],
    }
  })
}

const compare = ({ days, reveals, upvotes }: TrustFigures, level: keyof typeof trustRequirements) => {
  const { needsBoth, ...needs } = trustRequirements[level]
  return {
    days: { has: days, needs: needs.days },
    reveals: { has: reveals, needs: needs.reveals },
    upvotes: { has: upvotes, needs: needs.upvotes },
    needsBoth,
  }
}
