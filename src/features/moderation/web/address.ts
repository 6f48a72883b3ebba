import { paths } from '#core/paths.ts'

export const tabs = [
  'users',
  'prompts',
  'reveals',
  'topics',
  'requests',
  'feedback',
  'ads',
  'audit',
  'activity',
] as const
export type Tab = (typeof tabs)[number]

/** What the address says: the tab, what is looked for in it, in which order, and which page of it. */
export type Address = { tab: Tab; q: string; sort: string; page: number }

export const PAGE = 50

const QUERY_MOST = 300

/** Whatever the panel does not know is dropped. */
export const readAddress = (search: Record<string, unknown>): Address => {
  const page = Number(search.page)
  return {
    tab: tabs.find((tab) => tab === search.tab) ?? 'users',
    q: typeof search.q === 'string' ? search.q.trim().slice(0, QUERY_MOST) : '',
    sort: typeof search.sort === 'string' ? search.sort : '',
    page: Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : 1,
  }
}

/** `/admin?tab=users&q=ann`; what is as usual is left out. */
export const adminHref = ({ tab, q = '', sort = '', page = 1 }: Partial<Address> & { tab: Tab }): string =>
  `${paths.admin}?${new URLSearchParams({
    tab,
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })}`

/** The order that the address names, or the usual one, which comes first. */
export const sortIn = <T extends string>(sorts: readonly [T, ...T[]], { sort }: Address): T =>
  sorts.find((one) => one === sort) ?? sorts[0]
