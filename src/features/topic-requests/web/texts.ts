/** Texts of the Request Topic dialog. */
export const texts = {
  open: 'Request Topic',
  title: 'Request Topic',
  text: 'What topic is missing? An admin will review it.',
  name: 'Name',
  description: 'Description',
  submit: 'Request topic',
  submitting: 'Submitting...',
  doneTitle: 'Topic requested',
  doneText: 'An admin will review your request shortly.',
  muted: "Your account is muted. You can read, but you can't request topics.",
  failed: "We couldn't send your request. Please try again.",
  goThere: 'Go to the topic',
} as const
