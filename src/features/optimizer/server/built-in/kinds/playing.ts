import { kind } from './kind.ts'

/** Where the model plays a part in a conversation, or stands in for a machine. */
export const machineKind = kind(
  'machine',
  'terminal, console, interpreter, calculator, compiler, excel sheet, sql terminal, repl, only reply with, reply only with, only respond with, and nothing else, simulator, game, adventure, generator, converter, detector, translator and',
  {
    role: 'a precise machine that answers in its own form',
    skip: ['audience', 'tone', 'length', 'steps', 'context'],
    format: 'the output alone',
  },
)

export const partKind = kind(
  'part',
  'act as, i want you to act, you are a, you are an, you will act, your role is, my first, pretend, behave as, roleplay, role play, interviewer, coach, therapist, advisor, assistant, companion, chatbot',
  {
    role: 'a professional in the field of the task',
    skip: ['audience', 'steps'],
    tone: 'friendly and professional',
    length: 'at most 150 words for each answer',
    format: 'plain paragraphs, lists only where they help',
  },
)

/** Whatever is none of the others. */
export const anyKind = kind('any', '', {
  role: 'an expert in the subject of the task',
})
