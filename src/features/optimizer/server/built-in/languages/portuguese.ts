import type { Wording } from './wording.ts'

export const portuguese: Wording = {
  headings: {
    task: 'Tarefa',
    context: 'Contexto',
    requirements: 'Requisitos',
    output: 'Saída',
    input: 'Entrada',
    more: 'Mais detalhes',
  },
  asks: {
    length: ['Extensão', 'extensao', 'a que a tarefa exigir'],
    format: ['Formato', 'formato', 'o que convém à tarefa'],
    requirements: ['Outros requisitos', 'requisitos', 'nenhum'],
  },
}
