import { expect, test } from 'vitest'
import { adminHref, getSelectedSort, readPanelState } from './panel-state.ts'

test.each([
  [{}, { tab: 'users', q: '', sort: '', page: 1 }],
  [
    { tab: 'topics', q: ' a ', sort: 'posts', page: '3' },
    { tab: 'topics', q: 'a', sort: 'posts', page: 3 },
  ],
  [
    { tab: 'secrets', page: '-1' },
    { tab: 'users', q: '', sort: '', page: 1 },
  ],
  [
    { tab: 'audit', page: '1.5' },
    { tab: 'audit', q: '', sort: '', page: 1 },
  ],
])('reads %j as a valid address', (search, address) => expect(readPanelState(search)).toEqual(address))

test('omits default values from the URL', () => {
  expect(adminHref({ tab: 'users' })).toBe('/admin?tab=users')
  expect(adminHref({ tab: 'users', q: 'a&b', sort: 'posts', page: 2 })).toBe(
    '/admin?tab=users&q=a%26b&sort=posts&page=2',
  )
})

test('falls back to the default sort order', () => {
  const address = { ...readPanelState({}), sort: 'most' }
  expect(getSelectedSort(['newest', 'name'], address)).toBe('newest')
  expect(getSelectedSort(['name', 'most'], address)).toBe('most')
})
