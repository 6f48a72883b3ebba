import type { Wording } from './wording.ts'

export const german: Wording = {
  headings: {
    task: 'Aufgabe',
    context: 'Kontext',
    steps: 'Schritte',
    requirements: 'Anforderungen',
    output: 'Ausgabe',
    input: 'Eingabe',
    more: 'Weitere Angaben',
  },
  role: 'Du bist %.',
  asks: {
    role: ['Rolle', 'rolle', 'eine Fachperson für das Thema der Aufgabe'],
    audience: ['Zielgruppe', 'zielgruppe', 'interessierte Menschen ohne Vorwissen'],
    context: ['Hintergrund', 'hintergrund', 'keiner'],
    tone: ['Ton', 'ton', 'klar und freundlich'],
    length: ['Länge', 'laenge', 'so kurz wie vollständig möglich'],
    format: ['Format', 'format', 'wie für diese Art von Text üblich'],
  },
  steps: [
    'Kläre, was ein gutes Ergebnis enthalten muss.',
    'Arbeite es in dieser Reihenfolge aus.',
    'Prüfe es an den Anforderungen, bevor du antwortest.',
  ],
  honest: 'Erfinde keine Fakten: Wenn etwas Nötiges fehlt, sage es oder frage nach.',
}
