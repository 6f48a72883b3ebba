import type { PostType } from '#core/model-catalogue.ts'
import type { PostCard } from '../../contract.ts'

/** The values in both dialogs, except files. A private post has no topic. */
export type PostValues = {
  title: string
  description: string
  prompt: string
  type: PostType
  models: string[]
  topicId: number | null
  isPrivate: boolean
}

export const EMPTY_POST: PostValues = {
  title: '',
  description: '',
  prompt: '',
  type: 'Text',
  models: [],
  topicId: null,
  isPrivate: false,
}

export const toPostValues = (post: PostCard): PostValues => ({
  title: post.title,
  description: post.description,
  prompt: post.prompt,
  type: post.type,
  models: post.models,
  topicId: post.topicId,
  isPrivate: post.isPrivate,
})
