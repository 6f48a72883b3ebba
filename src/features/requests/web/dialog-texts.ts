/** UI strings for the Request Topic dialog. */
export const topicRequestTexts = {
  title: 'Request Topic',
  text: 'What topic is missing? An admin will review it.',
  name: 'Name',
  description: 'Description',
  submit: 'Request topic',
  submitting: 'Submitting...',
  doneTitle: 'Topic requested',
  doneText: 'An admin will review your request shortly.',
  mutedAction: 'request topics',
  failed: "We couldn't send your request. Please try again.",
  viewTopic: 'Go to the topic',
} as const

/** UI strings for the dialog of the ad card. */
export const adDialogTexts = {
  title: 'Advertise here',
  text: "Leave your details and we'll get back to you with options.",
  name: 'Name',
  email: 'Email',
  missing: 'Please fill in all fields',
  submit: 'Send request',
  submitting: 'Submitting...',
  done: 'Request submitted',
  mutedAction: 'request advertising',
  failed: 'Failed to submit request',
} as const

/** UI strings for the Feedback dialog. */
export const feedbackTexts = {
  title: 'Submit Feedback',
  text: "What works, what doesn't, what's missing? The admins read all feedback.",
  content: 'Your feedback',
  submit: 'Submit',
  submitting: 'Submitting...',
  doneTitle: 'Feedback submitted',
  doneText: 'Thank you for your feedback!',
  mutedAction: 'send feedback',
  failed: "We couldn't send your feedback. Please try again.",
  count: (used: number, max: number) => `${used}/${max}`,
} as const
