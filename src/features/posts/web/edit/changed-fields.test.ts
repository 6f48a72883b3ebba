import { expect, test } from 'vitest'
import type { PostCard } from '#features/posts/contract.ts'
import { valuesOf } from '../form/post-values.ts'
import { changedFields } from './changed-fields.ts'

const post = {
  id: 7,
  title: 'A title',
  description: 'Words',
  prompt: 'Do it',
  type: 'Text',
  models: ['claude', 'grok'],
  exampleFiles: ['/media/a', '/media/b'],
  topicId: 4,
  isPrivate: false,
} as PostCard

test('sends nothing if only surrounding whitespace has changed', () =>
  expect(changedFields(post, { ...valuesOf(post), title: ' A title\n' }, post.exampleFiles)).toEqual({}))

test('sends only the changed fields, including a changed order of files', () => {
  const change = changedFields(post, { ...valuesOf(post), prompt: 'Do that' }, ['/media/b', '/media/a'])
  expect(change).toEqual({ prompt: 'Do that', exampleFiles: ['/media/b', '/media/a'] })
  expect(changedFields(post, { ...valuesOf(post), models: [] }, [])).toEqual({ models: [], exampleFiles: [] })
})
