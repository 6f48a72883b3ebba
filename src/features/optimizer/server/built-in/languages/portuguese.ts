import type { Wording } from './wording.ts'

export const portuguese: Wording = {
  headings: {
    task: 'Tarefa',
    context: 'Contexto',
    steps: 'Passos',
    requirements: 'Requisitos',
    output: 'Saída',
    input: 'Entrada',
    more: 'Mais detalhes',
  },
  role: 'Você é %.',
  asks: {
    role: ['Papel', 'papel', 'uma pessoa especialista no assunto da tarefa'],
    audience: ['Público', 'publico', 'leitores interessados sem conhecimento prévio'],
    context: ['Contexto', 'contexto', 'nenhum'],
    tone: ['Tom', 'tom', 'claro e amigável'],
    length: ['Extensão', 'extensao', 'o mais curto possível sem omitir nada'],
    format: ['Formato', 'formato', 'o habitual para este tipo de texto'],
  },
  steps: [
    'Defina o que um bom resultado deve conter.',
    'Desenvolva nessa ordem.',
    'Confira se cada requisito foi cumprido antes de responder.',
  ],
  honest: 'Não invente fatos: se faltar algo necessário, diga ou pergunte.',
}
