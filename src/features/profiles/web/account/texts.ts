export const accountTexts = {
  export: 'Export my data',
  exportText:
    'Download your profile, posts, comments, votes, bookmarks and all your other data as a JSON file.',
  exportFailed: "Couldn't export your data",
  delete: 'Delete account',
  deleteText: 'This permanently deletes your account and everything in it.',
  deleteTitle: 'Delete your account?',
  deleteDescription: "This permanently deletes the following. You can't undo it.",
  deletedItems: [
    'Your profile, avatar and sign-in',
    'All your posts, public and private, with their comments, votes and bookmarks',
    'All your comments, votes, bookmarks, follows and notifications',
  ],
  confirm: (username: string) => `Type ${username} to confirm`,
  deleteForever: 'Delete my account permanently',
  deleting: 'Deleting…',
  cancel: 'Keep my account',
  deleted: 'Your account was deleted',
  failed: "Couldn't delete your account",
} as const
