export const messages = {
  notFound: 'Post not found',
  privateNotFound: 'Private Post Not Found',
  topicNotFound: 'Topic not found',
  duplicatePrompt: 'You already published this prompt in this topic in the last 24 hours',
  notPrivate: 'This post is public, so it has no private link',
  renewed: 'Private link renewed',
  renewFailed: "We couldn't renew the private link",
  updated: 'Post updated successfully',
  updateFailed: 'Failed to update post',
  deleted: 'Post deleted successfully',
  deleteFailed: 'Failed to delete post',
} as const
