/** UI strings for the Messages tab. */
export const contactTexts = {
  state: 'State',
  answered: 'Answered',
  open: 'Open',
  noAccount: 'no account',
  answer: 'Answer',
  answerTo: (email: string) => `Answer ${email}`,
  dialogText: 'Your answer is sent by mail, together with their message.',
  answerLabel: 'Your answer',
  send: 'Send answer',
  sending: 'Sending…',
  sent: 'Answer sent',
  failed: "We couldn't send your answer. Please try again.",
  answeredBy: (username?: string) => (username === undefined ? 'Answered:' : `Answered by ${username}:`),
  deleteMessage: (email: string) => `Delete the message from ${email}?`,
} as const
