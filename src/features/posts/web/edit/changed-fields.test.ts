import { expect, test } from 'vitest'
import { createNonDefaultValue } from '#tests/support/post-values.ts'
import type { PostCard } from '../../contract.ts'
import { getDefaultPostFields, postFieldNames } from '../../contract-fields.ts'
import { toPostValues } from '../form/post-values.ts'
import { getChangedFields } from './EditForm.tsx'

const post = {
  ...getDefaultPostFields(),
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

test.each(postFieldNames)('sends a changed %s', (name) => {
  const changed = createNonDefaultValue(name)
  const files = name === 'exampleFiles' ? [changed].flat() : post.exampleFiles
  expect(getChangedFields(post, { ...toPostValues(post), [name]: changed }, files)).toEqual({
    [name]: changed,
  })
})

test('sends nothing if only surrounding whitespace has changed', () =>
  expect(getChangedFields(post, { ...toPostValues(post), title: ' A title\n' }, post.exampleFiles)).toEqual(
    {},
  ))

test('sends only the changed fields, including a changed order of files', () => {
  const change = getChangedFields(post, { ...toPostValues(post), prompt: 'Do that' }, [
    '/media/b',
    '/media/a',
  ])
  expect(change).toEqual({ prompt: 'Do that', exampleFiles: ['/media/b', '/media/a'] })
  expect(getChangedFields(post, { ...toPostValues(post), models: [] }, [])).toEqual({
    models: [],
    exampleFiles: [],
  })
})
