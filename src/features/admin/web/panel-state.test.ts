import { expect, test } from 'vitest'
import { buildAdminHref, getSelectedSort, parsePanelState } from './panel-state.ts'

test.each([
  [{}, { tab: 'users', q: '', sort: '', page: 1, density: 'compact' }],
  [
    { tab: 'topics', q: ' a ', sort: 'posts', page: '3', view: 'comfortable' },
    { tab: 'topics', q: 'a', sort: 'posts', page: 3, density: 'comfortable' },
  ],
  [
    { tab: 'secrets', page: '-1' },
    { tab: 'users', q: '', sort: '', page: 1, density: 'compact' },
  ],
  [
    { tab: 'audit', page: '1.5', view: 'tiny' },
    { tab: 'audit', q: '', sort: '', page: 1, density: 'compact' },
  ],
])('reads %j as a valid state of the panel', (search, panelState) =>
  expect(parsePanelState(search)).toEqual(panelState),
)

test('omits default values from the URL', () => {
  expect(buildAdminHref({ tab: 'users' })).toBe('/admin?tab=users')
  expect(buildAdminHref({ tab: 'users', q: 'a&b', sort: 'posts', page: 2 })).toBe(
    '/admin?tab=users&q=a%26b&sort=posts&page=2',
  )
  expect(buildAdminHref({ tab: 'users', density: 'comfortable' })).toBe('/admin?tab=users&view=comfortable')
})

test('falls back to the default sort order', () => {
  const panelState = { ...parsePanelState({}), sort: 'most' }
  expect(getSelectedSort(['newest', 'name'], panelState)).toBe('newest')
  expect(getSelectedSort(['name', 'most'], panelState)).toBe('most')
})
