/** What the dialog for a new topic says. */
export const texts = {
  open: 'Request Topic',
  title: 'Request Topic',
  text: 'Which topic is missing? An admin decides whether it comes.',
  name: 'Name',
  description: 'Description',
  submit: 'Request topic',
  submitting: 'Submitting...',
  doneTitle: 'Topic requested',
  doneText: 'An admin will review your request shortly.',
  muted: 'Your account is muted: you can read, but not request topics.',
  failed: 'The topic could not be requested. Please try again.',
  goThere: 'Go to the topic',
} as const
