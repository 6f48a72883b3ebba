import { expect, it } from 'vitest'
import { detectPromptPhrases } from './prompt-phrases.ts'

it.each([
  ['Task', '', 'Explain soap', undefined],
  ['Task', 'no words', '12 + 3', undefined],
  ['Task', 'a tie with English', 'the la', undefined],
  ['Task', 'no common word', 'soap bubbles', undefined],
  ['Aufgabe', '', 'Erkläre die Seife', undefined],
  ['Tâche', '', 'Explique le savon pour une école', undefined],
  ['Tarea', '', '¿Qué es el jabón?', undefined],
  ['Tarefa', '', 'Explique o sabão para uma criança', undefined],
  ['Task', 'a language without phrases', 'Scrivi una poesia sul mare', true],
  ['Task', 'a tie of two other languages', 'la', true],
  ['Task', 'letters that English lacks', 'Sæbebobler', true],
  ['Task', 'mostly another script', 'Объясни мне мыло in English', true],
  ['Task', 'marks that are letters of another script', 'साबुन समझाओ', true],
  ['Task', 'half another script', 'мыло soap', true],
  ['Task', 'another script in half of the words only', 'мыло the', undefined],
])('has the heading %s (%s) for %j', (task, _, text, hasRule) => {
  const { headings, sameLanguageRule } = detectPromptPhrases(text)
  expect(headings.task).toBe(task)
  expect(sameLanguageRule !== undefined).toBe(hasRule ?? false)
})

it('reads the first 200 words', () => {
  const german = 'der die das '.repeat(40)
  expect(detectPromptPhrases(`${'Soap '.repeat(80)}${german}`).headings.task).toBe('Aufgabe')
  expect(detectPromptPhrases(`${'Soap '.repeat(200)}${german}`).headings.task).toBe('Task')
})
