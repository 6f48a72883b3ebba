/** Texts of the ad card and its dialog. */
export const texts = {
  name: 'Advertisement',
  title: 'Your product could be here',
  text: 'Reach people who write prompts every day.',
  ask: 'Advertise here',
  dialogTitle: 'Advertise here',
  dialogText: "Leave your details and we'll get back to you with options.",
  nameLabel: 'Name',
  email: 'Email',
  missing: 'Please fill in all fields',
  submit: 'Send request',
  submitting: 'Submitting...',
  done: 'Request submitted',
  muted: "Your account is muted. You can read, but you can't request advertising.",
  failed: 'Failed to submit request',
} as const
