import { expect, test } from 'vitest'
import {
  buildFiltersUrl,
  getFeedParams,
  hasGalleryTypesOnly,
  parseFeedFilters,
  toGalleryFilters,
} from './filter-params.ts'

const parse = (search: Record<string, string>) => parseFeedFilters(search, 'new')

test('a gallery shows images and videos unless it is narrowed to one of them', () => {
  expect(getFeedParams(parse({ view: 'gallery' })).types).toEqual(['Image', 'Video'])
  expect(getFeedParams(parse({ view: 'gallery', types: 'Text' })).types).toEqual(['Image', 'Video'])
  expect(getFeedParams(parse({ view: 'gallery', types: 'Text,Video' })).types).toEqual(['Video'])
  expect(getFeedParams(parse({ view: 'gallery' }))).not.toHaveProperty('view')
  expect(getFeedParams(parse({})).types).toEqual([])
})

test('a gallery drops the models of other types', () => {
  expect(parse({ view: 'gallery', models: 'claude,midjourney' }).models).toEqual(['midjourney'])
  expect(parse({ models: 'claude,midjourney' }).models).toEqual(['claude', 'midjourney'])
})

test('the links of the gallery keep its filters, and unknown views are ignored', () => {
  const list = parse({ types: 'Text,Image', sortBy: 'top', view: 'unknown' })
  expect(list).not.toHaveProperty('view')
  expect(buildFiltersUrl('/t/a', toGalleryFilters(list), 'new')).toBe(
    '/t/a?types=Image&sortBy=top&view=gallery',
  )
  expect(buildFiltersUrl('/t/a', { ...toGalleryFilters(list), view: undefined }, 'new')).toBe(
    '/t/a?types=Image&sortBy=top',
  )
})

test('a list that can show only pictures and videos offers a gallery', () => {
  for (const types of ['Image', 'Video', 'Image,Video'])
    expect([types, hasGalleryTypesOnly(parse({ types }))]).toEqual([types, true])
  for (const types of ['', 'Text', 'Audio', 'Text,Image', 'unknown'])
    expect([types, hasGalleryTypesOnly(parse({ types }))]).toEqual([types, false])
  expect(hasGalleryTypesOnly(parse({ view: 'gallery', types: 'Text' }))).toBe(true)
})
