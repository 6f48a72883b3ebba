import { pick } from '#core/pick.ts'
import type { PostCard } from '../../contract.ts'
import {
  type FormFieldName,
  formFieldNames,
  getDefaultPostFields,
  type PostFields,
} from '../../contract-fields.ts'

/** The values of both dialogs' fields, except files. A private post has no topic. */
export type PostValues = Pick<PostFields, FormFieldName> & {
  topicId: number | null
  isPrivate: boolean
  /** The id of the post that a new post is based on. */
  remixOf?: number
}

export const EMPTY_POST: PostValues = {
  ...pick(getDefaultPostFields(), formFieldNames),
  topicId: null,
  isPrivate: false,
}

export const toPostValues = (post: PostCard): PostValues =>
  pick(post, [...formFieldNames, 'topicId', 'isPrivate'])
