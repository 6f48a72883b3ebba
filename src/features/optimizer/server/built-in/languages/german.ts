import type { Wording } from './wording.ts'

export const german: Wording = {
  headings: {
    task: 'Aufgabe',
    context: 'Kontext',
    requirements: 'Anforderungen',
    output: 'Ausgabe',
    input: 'Eingabe',
    more: 'Weitere Angaben',
  },
  asks: {
    length: ['Länge', 'laenge', 'so lang wie für die Aufgabe nötig'],
    format: ['Format', 'format', 'passend zur Aufgabe'],
    requirements: ['Weitere Anforderungen', 'anforderungen', 'keine'],
  },
}
