/** Texts of the Feedback dialog. */
export const texts = {
  open: 'Submit Feedback',
  title: 'Submit Feedback',
  text: "What works, what doesn't, what's missing? The admins read all feedback.",
  content: 'Your feedback',
  submit: 'Submit',
  submitting: 'Submitting...',
  doneTitle: 'Feedback submitted',
  doneText: 'Thank you for your feedback!',
  muted: "Your account is muted. You can read, but you can't send feedback.",
  failed: "We couldn't send your feedback. Please try again.",
  count: (used: number, max: number) => `${used}/${max}`,
} as const
