/** UI strings for visitors' pages and for empty states. */
export const pageTexts = {
  browse: 'Browse prompts',
  createPost: 'Create Post',
  select: 'Select',
  selectFailed: "We couldn't load what is needed to select posts. Please try again.",
  bookmarks: {
    heading: 'Bookmarks',
    visitorTitle: 'Sign in to see your bookmarks',
    visitorText: 'Prompts you bookmark appear here.',
    emptyTitle: 'No bookmarks yet',
    emptyText: 'Prompts you bookmark appear here.',
    search: 'Search your bookmarks',
    nothingFound: (words: string) => `None of your bookmarks match “${words}”.`,
    nothingFoundText: 'Try fewer or different words.',
    showAll: 'Show all bookmarks',
  },
  privatePosts: {
    heading: 'Private Posts',
    visitorTitle: 'Please log in to see your private posts',
    visitorText: 'Private posts are visible only to people who have their link.',
    emptyTitle: 'No private posts yet',
    emptyText: 'Your private posts appear here.',
    hint: 'Only you see this list.',
    create: 'Create Private Post',
  },
  notifications: {
    heading: 'Notifications',
    visitorTitle: 'Sign in to see your notifications',
    visitorText: "You'll see comments, upvotes and bookmarks on your posts here.",
    emptyTitle: 'No notifications yet',
    emptyText: "You'll see comments, upvotes and bookmarks on your posts here.",
  },
  settings: {
    heading: 'Account Settings',
    sections: 'Sections',
    yourData: 'Your data',
    visitorTitle: 'Sign in to change your settings',
    visitorText: 'Edit your profile, picture and links here.',
  },
  completeProfile: {
    heading: 'Complete your profile',
    lead: 'One more step, and you can publish, vote and comment.',
    signOut: 'Sign out',
    completed: 'Profile completed',
    pickTopics: 'Pick topics',
  },
  admin: {
    deniedTitle: 'Access Denied',
    deniedText: "You don't have permission to access the admin panel.",
    leaving: 'Redirecting to the home page…',
    leaveNow: 'Go to the home page',
  },
  developers:
    'How scripts, editors and agents use this site: MCP, the command line, the API, files and OAuth.',
  siteTexts: {
    about: 'What this collection of prompts is, and what a free account adds.',
    privacy: 'Which data this site stores about you, who can see it, and how to delete it.',
    terms: 'The rules for using this site and for publishing prompts.',
  },
  optimize: {
    heading: 'AI Prompt Optimizer',
    lead: 'Paste a prompt, choose what it is for, and get a clearer one.',
    tips: 'Tips',
    tipList: [
      ['Be Specific', 'Describe the audience, the content and what a good answer looks like.'],
      [
        'Choose Type & Models',
        'Text, code, image, video and audio models each need a different kind of prompt.',
      ],
      ['Save & Share', 'Save the result as a private post, or publish it for others to use.'],
    ],
  },
} as const
