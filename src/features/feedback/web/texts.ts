/** What the feedback dialog says. */
export const texts = {
  open: 'Submit Feedback',
  title: 'Submit Feedback',
  text: 'What works, what does not, what is missing? The admins read all of it.',
  content: 'Your feedback',
  submit: 'Submit',
  submitting: 'Submitting...',
  doneTitle: 'Feedback submitted',
  doneText: 'Thank you for your feedback!',
  muted: 'Your account is muted: you can read, but not send feedback.',
  failed: 'The feedback could not be submitted. Please try again.',
  count: (used: number, most: number) => `${used}/${most}`,
} as const
