import { paths } from '#core/paths.ts'

export const adminTabGroups = {
  members: ['users', 'prompts', 'reveals'],
  topics: ['topics', 'tags'],
  inbox: ['approvals', 'contact', 'requests', 'feedback', 'ads'],
  site: ['pages', 'applications', 'webhooks', 'jobs', 'audit', 'activity'],
} as const
export type AdminTab = (typeof adminTabGroups)[keyof typeof adminTabGroups][number]
export const adminTabs: readonly AdminTab[] = Object.values(adminTabGroups).flat()

/** The heights of the rows, in the URL as `view`. The first one is the default. */
const densities = ['compact', 'comfortable'] as const
export type Density = (typeof densities)[number]

/** The panel's state in the URL: the tab and its search text, sort order, page and density. */
export type AdminPanelState = { tab: AdminTab; q: string; sort: string; page: number; density: Density }

export const PAGE_SIZE = 50

const MAX_QUERY_LENGTH = 300

/** Reads the state from the query parameters and replaces invalid values with defaults. */
export const parsePanelState = (search: Record<string, unknown>): AdminPanelState => {
  const page = Number(search.page)
  return {
    tab: adminTabs.find((tab) => tab === search.tab) ?? 'users',
    q: typeof search.q === 'string' ? search.q.trim().slice(0, MAX_QUERY_LENGTH) : '',
    sort: typeof search.sort === 'string' ? search.sort : '',
    page: Number.isInteger(page) && page > 1 && page < 1_000_000 ? page : 1,
    density: densities.find((density) => density === search.view) ?? densities[0],
  }
}

/** Returns a URL such as `/admin?tab=users&q=ann`, which leaves out default values. */
export const buildAdminHref = ({
  tab,
  q = '',
  sort = '',
  page = 1,
  density = densities[0],
}: Partial<AdminPanelState> & { tab: AdminTab }): string =>
  `${paths.admin}?${new URLSearchParams({
    tab,
    ...(q ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(density === densities[0] ? {} : { view: density }),
  })}`

/**
 * Returns the sort order in the URL if it is one of `sorts`; otherwise, returns the default, which is the
 * first one.
 */
export const getSelectedSort = <T extends string>(
  sorts: readonly [T, ...T[]],
  { sort }: AdminPanelState,
): T => sorts.find((candidate) => candidate === sort) ?? sorts[0]
