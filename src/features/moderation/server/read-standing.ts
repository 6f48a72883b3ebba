import { newcomerLimits, type TrustLevel, trustRequirements } from '#core/trust.ts'
import type { Member } from '#core/viewer.ts'
import { selectTrustFigures, type TrustFigures } from '#features/members/server/trust-query.ts'
import type { AnySql } from '#server/database/connect.ts'
import type { Standing } from '../contract-standing.ts'
import { selectWaitingPosts } from './first-look-query.ts'

const NEXT: Record<TrustLevel, keyof typeof trustRequirements | null> = {
  newcomer: 'member',
  member: 'regular',
  regular: null,
}

/** Describes how far a member is trusted and what is missing for the next level. */
export const readStanding = async (sql: AnySql, member: Member): Promise<Standing> => {
  const { trustLevel: level } = member
  const next = NEXT[level]
  const figures = next && (await selectTrustFigures(sql, member.id))
  return {
    level,
    next: next && figures && { level: next, ...compare(figures, next) },
    limits: level === 'newcomer' ? newcomerLimits : null,
    waitingPosts: level === 'newcomer' ? await selectWaitingPosts(sql, member.id) : [],
  }
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
