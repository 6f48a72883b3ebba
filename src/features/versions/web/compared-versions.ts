import { paths } from '#core/paths.ts'
import type { QueryParameters } from '#web/navigation/page-location.ts'

/** The two compared versions, and whether they are shown side by side instead of as one text. */
export type ComparedVersions = { from: number; to: number; isSplit: boolean }

/** Two version numbers, such as `2..5`. */
const COMPARISON = /^([1-9]\d{0,8})\.\.([1-9]\d{0,8})$/

/** Reads which versions are compared. Returns null if the parameter is missing or invalid. */
export const parseComparedVersions = ({ compare = '', view }: QueryParameters): ComparedVersions | null => {
  const [, from, to] = COMPARISON.exec(compare) ?? []
  return from && to ? { from: Number(from), to: Number(to), isSplit: view === 'split' } : null
}

export const buildComparisonUrl = (id: number, { from, to, isSplit }: ComparedVersions): string =>
  paths.comparison(id, from, to) + (isSplit ? '&view=split' : '')
