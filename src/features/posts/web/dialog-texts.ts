/** UI strings for the menu of a post and for the dialogs about posts. */
export const postDialogTexts = {
  options: 'Post options',
  moreActions: 'More',
  download: 'Download…',
  downloadTitle: 'Download prompt',
  versions: 'Versions',
  mute: 'Mute…',
  edit: 'Edit',
  appeal: 'Read the decision',
  delete: 'Delete',
  remove: 'Remove…',
  renew: 'Renew private link',
  renewTitle: 'Renew the private link?',
  renewText: (title: string) => `“${title}” will get a new link. Only you will have it.`,
  renewEffects: [
    'The current link stops working immediately.',
    'Members who opened it lose access until you send them the new link.',
    'Their comments and bookmarks are kept.',
  ],
  renewLink: 'Renew link',
  renewing: 'Renewing…',
  oldLinkEnded: 'The old link no longer works.',
  copyLink: 'Copy link',
  signOutTitle: 'Sign out and delete private drafts?',
  signOutText:
    "Signing out deletes drafts of private posts from this browser. You'll lose these unsent drafts:",
  untitledDraft: 'Untitled draft',
  signOutAndDelete: 'Sign out and delete',
} as const

export const blanksTipTexts = {
  title: 'This prompt has blanks',
  text: 'Fill in the highlighted words before you copy it.',
} as const
