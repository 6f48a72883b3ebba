import { limits } from '#core/limits.ts'

export const topicRequestMessages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.topicName} characters`,
  descriptionRequired: 'Description is required',
  descriptionLong: `Description must be at most ${limits.topicDescription} characters`,
  topicExists: (name: string) => `The topic ${name} already exists`,
} as const

export const adRequestMessages = {
  nameRequired: 'Name is required',
  nameLong: `Name must be at most ${limits.adName} characters`,
  invalidEmail: 'Please enter a valid email address',
} as const

export const contactMessages = {
  nameLong: `Name must be at most ${limits.adName} characters`,
  invalidEmail: 'Please enter a valid email address',
  contentRequired: 'Message is required',
  contentLong: `Message must be at most ${limits.contactMessage.toLocaleString('en')} characters`,
  answerRequired: 'Answer is required',
  answerLong: `Answer must be at most ${limits.contactMessage.toLocaleString('en')} characters`,
} as const

export const feedbackMessages = {
  empty: 'Feedback cannot be empty',
  tooLong: `Feedback must be at most ${limits.feedback} characters`,
} as const

/** The mail with an admin's answer, which repeats the message, because somebody without an account finds it nowhere else. */
export const createAnswerMail = (
  siteName: string,
  { answer, content, createdAt }: { answer: string; content: string; createdAt: Date },
) => ({
  subject: `Your message to ${siteName}`,
  paragraphs: answer.split(/\n{2,}/),
  notes: [`You wrote on ${createdAt.toISOString().slice(0, 10)}:`, content],
})
