/** UI strings for the ad card. Those of the dialogs are in `dialog-texts.ts`, which a first visit does not load. */
export const adTexts = {
  name: 'Advertisement',
  title: 'Your product could be here',
  text: 'Reach people who write prompts every day.',
  advertise: 'Advertise here',
} as const

/** The names of the buttons in the sidebar. */
export const requestTexts = { topic: 'Request Topic', feedback: 'Submit Feedback' } as const
