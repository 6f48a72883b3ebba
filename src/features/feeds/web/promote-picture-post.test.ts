import { expect, it } from 'vitest'
import { promotePicturePost } from './promote-picture-post.ts'

const page = (...files: string[][]) => files.map((exampleFiles, id) => ({ id, exampleFiles }))
const idsOf = (posts: { id: number }[]) => posts.map(({ id }) => id)
const fileNamed = (extension: string) => [`/media/${'a'.repeat(64)}-640x480.${extension}`]
const picture = fileNamed('webp')

it('moves the first post with a picture to the second place', () => {
  expect(idsOf(promotePicturePost(page([], [], [], picture, picture)))).toEqual([0, 3, 1, 2, 4])
})

it('keeps the order if one of the first two posts has a picture, or none of all', () => {
  for (const posts of [page(picture, [], picture), page([], picture, picture), page([], [], []), page()])
    expect(promotePicturePost(posts)).toBe(posts)
})

it('does not take a video for a picture', () => {
  expect(idsOf(promotePicturePost(page([], [], fileNamed('mp4'), picture)))).toEqual([0, 3, 1, 2])
})

it('keeps the order of later pages, and every post', () => {
  const posts = page([], [], picture)
  expect(promotePicturePost(posts, 1)).toBe(posts)
  expect(idsOf(promotePicturePost(posts)).sort()).toEqual([0, 1, 2])
  expect(idsOf(posts)).toEqual([0, 1, 2])
})
