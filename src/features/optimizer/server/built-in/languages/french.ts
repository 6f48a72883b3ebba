import type { Wording } from './wording.ts'

export const french: Wording = {
  headings: {
    task: 'Tâche',
    context: 'Contexte',
    requirements: 'Exigences',
    output: 'Résultat',
    input: 'Entrée',
    more: 'Autres précisions',
  },
  asks: {
    length: ['Longueur', 'longueur', 'celle que demande la tâche'],
    format: ['Format', 'format', 'celui qui convient à la tâche'],
    requirements: ['Autres exigences', 'exigences', 'aucune'],
  },
}
