import { expect, it } from 'vitest'
import { buildPath, paths } from './paths.ts'

const post = { id: 7, isPrivate: false, seoSlug: 'red-fox', topic: { name: 'Kitchen Garden' } }

it.each([
  ['its topic and its title', post, '/t/kitchen-garden/red-fox'],
  ['its id if it has no title for links', { ...post, seoSlug: null }, '/post/7'],
  ['its id if it has no topic', { ...post, topic: null }, '/post/7'],
  ['its secret if it is private', { ...post, isPrivate: true, privateId: 'abc' }, '/private/abc'],
  ['its id if the reader does not know the secret', { id: 7, isPrivate: true }, '/post/7'],
  ['its topic if it is not private any more', { ...post, privateId: 'abc' }, '/t/kitchen-garden/red-fox'],
])('links a post by %s', (_, linked, path) => {
  expect(paths.post(linked)).toBe(path)
  expect(paths.comment(linked, 3)).toBe(`${path}/comment/3`)
})

it('escapes what members and visitors have named', () => {
  expect(paths.topic('C# & Ü')).toBe('/t/c%23-%26-%C3%BC')
  expect(paths.tag('a/b')).toBe('/tag/a%2Fb')
  expect(paths.profile('ada?')).toBe('/u/ada%3F')
  expect(paths.filtered('/new', 'models', 'a&b')).toBe('/new?models=a%26b')
  expect(paths.search('a b&c')).toBe('/?q=a+b%26c')
})

it('has every parameter in its place', () => {
  expect(buildPath('home')).toBe('/')
  expect(buildPath('suggested-edit', { id: 7, suggestion: 2 })).toBe(paths.suggestedEdit(7, 2))
  expect(paths.suggestedEdit(7, 2)).toBe('/post/7/suggested-edits/2')
  expect(paths.collection({ id: 'abc', title: 'Red foxes' })).toBe('/c/abc/red-foxes')
})

it('names only what is chosen in the query string', () => {
  expect(paths.search('')).toBe('/')
  expect(paths.newFeed).toBe('/new/feed.xml')
  expect(paths.popularFeed()).toBe('/popular/feed.xml')
  expect(paths.popularFeed('week')).toBe('/popular/feed.xml?window=week')
})
