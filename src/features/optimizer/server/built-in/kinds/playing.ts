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

/** Words of a conversation that is to be held, not of a task that is done once. */
export const partKind = kind(
  'part',
  'my first, i will type, i will say, i will ask, i will tell, i will write you, i will give you my, i ll say, you will reply, reply to me, ask me, roleplay, role play, chatbot, interviewer, conversation with me, chat with me',
  {
    role: 'a professional in the field of the task',
    skip: ['audience', 'steps'],
    tone: 'friendly and professional',
    length: 'short answers, as in a conversation',
    format: 'plain paragraphs, lists only where they help',
  },
)

/** Software, asked of a model for text. */
export const buildingKind = kind(
  'building',
  'an app, app called, application using, application with, web application, web app, website, mobile app, software, a program, program for, dashboard, browser extension, plugin',
  {
    role: 'a senior engineer who builds what people can use',
    audience: 'people who use it every day',
    needs: ['Given already', 'given', 'nothing, a new project'],
    format: 'the files whole, each with its path, then how to run it',
    skip: ['tone', 'length'],
  },
)

/** Whatever is none of the others. */
export const anyKind = kind('any', '', {
  role: 'an expert in the subject of the task',
})
