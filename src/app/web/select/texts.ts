const posts = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

/** Texts for actions on several posts (docs/spec/pages.md#selecting-posts). */
export const texts = {
  select: 'Select',
  selectPost: (title: string) => `Select “${title}”`,
  bar: 'Selected posts',
  selected: (count: number) => `${count} selected`,
  selectAll: 'Select all on this page',
  selectNone: 'Select none',
  done: 'Done',
  selectCard: 'Select the post',
  endSelecting: 'End selecting',
  tooMany: (max: number) => `You can select at most ${max} posts at a time`,
  tooManyText: 'Do something with these first, and then select others.',
  addToCollection: 'Add to a collection',
  collectionsChanged: 'Collections updated',
  export: 'Export',
  exporting: 'Exporting…',
  exported: (count: number, fileName: string) => `${posts(count)} exported to ${fileName}`,
  exportFailed: "We couldn't export the posts",
  cutOff: (count: number) =>
    count === 1
      ? '1 prompt is cut off and marked so, because you have not revealed it.'
      : `${count} prompts are cut off and marked so, because you have not revealed them.`,
  noLongerThere: (count: number) => `${posts(count)} could no longer be found.`,
  delete: 'Delete',
  deleteTitle: (count: number) => (count === 1 ? 'Delete this post?' : `Delete ${count} posts?`),
  deleteText: (count: number) =>
    count === 1 ? 'It will be permanently deleted, with:' : 'They will be permanently deleted, with:',
  deleteComments: (count: number) => (count === 1 ? '1 comment' : `${count} comments`),
  deleteVotes: (count: number) => (count === 1 ? '1 vote' : `${count} votes`),
  deleteAllVotes: 'all votes',
  deleteBookmarks: (count: number) => (count === 1 ? '1 bookmark' : `${count} bookmarks`),
  deleteFiles: (count: number) => (count === 1 ? '1 example file' : `${count} example files`),
  deleteLinks: (count: number) => (count === 1 ? 'its link' : 'their links'),
  deleting: 'Deleting…',
  deleted: (count: number) => `${posts(count)} deleted`,
  deleteFailed: "We couldn't delete the posts",
  removeBookmarks: 'Remove bookmarks',
  removeTitle: (count: number) => (count === 1 ? 'Remove this bookmark?' : `Remove ${count} bookmarks?`),
  removeText: 'The posts stay. You can bookmark them again.',
  remove: 'Remove',
  removing: 'Removing…',
  removed: (count: number) => (count === 1 ? '1 bookmark removed' : `${count} bookmarks removed`),
  removeFailed: "We couldn't remove the bookmarks",
  again: 'Please try again.',
  partly: (done: string, failed: number) => `${done}, ${failed} couldn't be changed`,
} as const
