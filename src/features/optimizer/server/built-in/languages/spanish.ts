import type { Wording } from './wording.ts'

export const spanish: Wording = {
  headings: {
    task: 'Tarea',
    context: 'Contexto',
    requirements: 'Requisitos',
    output: 'Resultado',
    input: 'Entrada',
    more: 'Más detalles',
  },
  asks: {
    length: ['Extensión', 'extension', 'la que requiera la tarea'],
    format: ['Formato', 'formato', 'el que convenga a la tarea'],
    requirements: ['Otros requisitos', 'requisitos', 'ninguno'],
  },
}
