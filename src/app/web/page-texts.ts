/** What pages say to visitors, and while there is nothing to show. */
export const pageTexts = {
  browse: 'Browse prompts',
  createPost: 'Create Post',
  bookmarks: {
    heading: 'Bookmarks',
    visitorTitle: 'Sign in to see your bookmarks',
    visitorText: 'Prompts that you bookmark are kept here, so that you find them again.',
    emptyTitle: 'No bookmarks yet',
    emptyText: 'Press the bookmark under a prompt, and it is kept here.',
    search: 'Search your bookmarks',
    nothingFound: 'None of your bookmarks match',
    showAll: 'Show all bookmarks',
  },
  privatePosts: {
    heading: 'Private Posts',
    visitorTitle: 'Please log in to see your private posts',
    visitorText: 'Private posts are hidden from everyone who does not have their link.',
    emptyTitle: 'No private posts yet',
    emptyText: 'What you publish as private is listed here, for you alone.',
    create: 'Create Private Post',
  },
  notifications: {
    heading: 'Notifications',
    visitorTitle: 'Sign in to see your notifications',
    visitorText: 'Comments, upvotes and bookmarks on what you publish are told here.',
    emptyTitle: 'No notifications yet',
    emptyText: 'Comments, upvotes and bookmarks on what you publish are told here.',
  },
  settings: {
    heading: 'Account Settings',
    visitorTitle: 'Sign in to change your settings',
    visitorText: 'Your profile, picture and links are edited here.',
  },
  completeProfile: {
    heading: 'Complete your profile',
    lead: 'One step more, and you can publish, vote and comment.',
    signOut: 'Sign out',
  },
  admin: {
    deniedTitle: 'Access Denied',
    deniedText: "You don't have permission to access the admin panel.",
    leaving: 'You are being taken to the home page.',
  },
  optimize: {
    heading: 'AI Prompt Optimizer',
    lead: 'Paste a prompt, say what it is for, and get back a clearer one.',
    tips: 'Tips',
    tipList: [
      ['Be Specific', 'Say who it is for, what it should contain, and what a good answer looks like.'],
      [
        'Choose Type & Models',
        'Text, code, image, video and audio models each want to be asked differently.',
      ],
      ['Save & Share', 'Keep the result as a private post, or publish it for others to use.'],
    ],
  },
} as const
