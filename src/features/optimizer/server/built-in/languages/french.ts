import type { Wording } from './wording.ts'

export const french: Wording = {
  headings: {
    task: 'Tâche',
    context: 'Contexte',
    steps: 'Étapes',
    requirements: 'Exigences',
    output: 'Résultat',
    input: 'Entrée',
    more: 'Autres précisions',
  },
  role: 'Tu es %.',
  asks: {
    role: ['Rôle', 'role', 'une personne experte du sujet de la tâche'],
    audience: ['Public', 'public', 'des lecteurs curieux sans connaissances particulières'],
    context: ['Contexte', 'contexte', 'aucun'],
    tone: ['Ton', 'ton', 'clair et amical'],
    length: ['Longueur', 'longueur', 'aussi court que possible en restant complet'],
    format: ['Format', 'format', 'celui qui est habituel pour ce genre de texte'],
  },
  steps: [
    "Détermine ce qu'un bon résultat doit contenir.",
    'Rédige dans cet ordre.',
    'Vérifie que chaque exigence est remplie avant de répondre.',
  ],
  honest: "N'invente aucun fait : s'il manque quelque chose de nécessaire, dis-le ou pose la question.",
}
