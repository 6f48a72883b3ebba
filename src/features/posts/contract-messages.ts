export const messages = {
  notFound: 'Post not found',
  topicNotFound: 'Topic not found',
  renewed: 'Private link renewed',
  renewFailed: "We couldn't renew the private link",
  updated: 'Post updated successfully',
  updateFailed: 'Failed to update post',
  deleted: 'Post deleted successfully',
  deleteFailed: 'Failed to delete post',
} as const
