import type { Wording } from './wording.ts'

export const spanish: Wording = {
  headings: {
    task: 'Tarea',
    context: 'Contexto',
    steps: 'Pasos',
    requirements: 'Requisitos',
    output: 'Resultado',
    input: 'Entrada',
    more: 'Más detalles',
  },
  role: 'Eres %.',
  asks: {
    role: ['Rol', 'rol', 'una persona experta en el tema de la tarea'],
    audience: ['Público', 'publico', 'lectores interesados sin conocimientos previos'],
    context: ['Contexto', 'contexto', 'ninguno'],
    tone: ['Tono', 'tono', 'claro y cercano'],
    length: ['Extensión', 'extension', 'lo más breve posible sin omitir nada'],
    format: ['Formato', 'formato', 'el habitual para este tipo de texto'],
  },
  steps: [
    'Determina qué debe contener un buen resultado.',
    'Desarróllalo en ese orden.',
    'Comprueba que cumple los requisitos antes de responder.',
  ],
  honest: 'No inventes datos: si falta algo necesario, dilo o pregunta.',
}
