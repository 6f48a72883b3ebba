/** What the advertising card and its dialog say. */
export const texts = {
  name: 'Advertisement',
  title: 'Your product could stand here',
  text: 'Reach people who write prompts every day.',
  ask: 'Advertise here',
  dialogTitle: 'Advertise here',
  dialogText: 'Tell us who you are, and we will write to you about what is possible.',
  nameLabel: 'Name',
  email: 'Email',
  missing: 'Please fill in all fields',
  submit: 'Send request',
  submitting: 'Submitting...',
  done: 'Request submitted',
  muted: 'Your account is muted: you can read, but not ask for advertising.',
  failed: 'Failed to submit request',
} as const
