import { MAX_WEBHOOK_URL_LENGTH } from './contract-values.ts'

export const webhookMessages = {
  urlRequired: 'Address is required',
  urlTooLong: `Address must be at most ${MAX_WEBHOOK_URL_LENGTH} characters`,
  urlInvalid: 'Address must be a URL, such as https://example.org/webhook',
  urlProblems: {
    'invalid-url': 'Address must be a URL without a username or password',
    'not-https': 'Address must begin with https://',
    'private-address': 'Address must be one that can be reached from the internet',
  },
  kindRequired: 'Choose at least one kind of message',
  topicNotFound: 'This topic does not exist',
  topicKinds: 'A webhook of a topic is told only about posts',
} as const
