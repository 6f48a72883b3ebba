export const texts = {
  export: 'Export my data',
  exportText:
    'One JSON file with your profile, posts, comments, votes, bookmarks and all else that is yours.',
  exportFailed: 'Your data could not be exported',
  delete: 'Delete account',
  deleteText: 'Your account and everything in it goes at once and for good.',
  deleteTitle: 'Delete your account?',
  goes: 'This goes with it, and cannot be brought back:',
  goesList: [
    'your profile, picture and sign-in',
    'all your posts, public and private, with the comments, votes and bookmarks on them',
    'all your comments, votes, bookmarks, follows and notifications',
  ],
  confirm: (username: string) => `Type ${username} to confirm`,
  deleteForever: 'Delete my account for good',
  deleting: 'Deleting…',
  cancel: 'Keep my account',
  deleted: 'Your account was deleted',
  failed: 'Your account could not be deleted',
} as const
