import { limits } from '#core/limits.ts'

export const postMessages = {
  notFound: 'Post not found',
  topicNotFound: 'Topic not found',
  topicFixed: "A post's topic can't be changed",
  privacyFixed: 'Use PATCH /api/user/posts to make a post private or public',
  licenseFixed: 'This site sets the license of all posts',
  renewed: 'Private link renewed',
  renewFailed: "We couldn't renew the private link",
  updated: 'Post updated successfully',
  updateFailed: 'Failed to update post',
  deleted: 'Post deleted successfully',
  deleteFailed: 'Failed to delete post',
  tagTooLong: `A tag must be at most ${limits.tag} characters`,
  notStored: 'This is not the address of a stored file',
  noMessages: 'Write at least one message',
  skillDescription: 'The description of a skill must be at most 1,024 characters',
  tagWithoutLetters: 'A tag needs a letter or a digit',
} as const
