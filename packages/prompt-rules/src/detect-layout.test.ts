import { expect, it } from 'vitest'
import { detectLayout, hasXmlTags } from './detect-layout.ts'

it.each([
  ['json', ' {"a": 1}'],
  ['prose', '{}'],
  ['prose', '{"a": 1'],
  ['prose', '[1]'],
  ['prose', '[{"a": 1}]'],
  ['prose', 'A sentence.\nAnother one.'],
  ['prose', `${'x'.repeat(1_400)}`],
  ['structured', `${'x'.repeat(1_401)}`],
  ['structured', 'Run ```ls```'],
  ['prose', '# Goal\nOne heading alone.'],
  ['structured', '# Goal\n## Rules'],
  ['structured', '**Goal**\nText\n**Rules:**'],
  ['structured', 'Goal:\nText\nRules: '],
  ['structured', '<goal>\nText\n<rules>'],
  ['structured', '[Verse]\n[Chorus 2] '],
  ['structured', '- one\n* two'],
  ['structured', '1. one\n  2) two'],
  ['structured', '• one\n– two'],
  ['prose', '-one\n1.two'],
  ['prose', '2024. was\nfar 1. away'],
  ['prose', 'Goal: a poem\nRules: none'],
  ['prose', `${'x'.repeat(61)}:\n${'y'.repeat(61)}:`],
])('detects the layout %s of %j', (layout, text) => {
  expect(detectLayout(text)).toBe(layout)
})

it.each([
  [true, '<goal>a</goal>'],
  [true, '<goal>a</goal> <Rule-1>b</Rule-1>'],
  [false, '<goal>a'],
  [false, 'a</goal>'],
  [false, '<a>b</c>'],
])('says %s for tags in %j', (expected, text) => {
  expect(hasXmlTags(text)).toBe(expected)
})
