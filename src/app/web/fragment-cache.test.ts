import { createElement } from 'react'
import { expect, it } from 'vitest'
import type { Fragment } from '#web/reused-fragments.tsx'
import { createFragmentCache } from './fragment-cache.ts'

const fragment = (key: string): Fragment => ({
  key,
  element: createElement('p'),
  viewer: 'visitor',
  pathname: '/',
})
const slot = (index: number) => `<template data-fragment="${index}"></template>`

it('fills each slot with the fragment that it names, even if another was discarded', async () => {
  const cache = createFragmentCache()
  const page = `<head></head><a>${slot(2)}</a><b>${slot(0)}</b>`
  const pieces = await cache.fill(
    page,
    ['one', 'discarded', 'two'].map(fragment),
    ({ key }) => `<p>${key}</p>`,
  )
  expect(pieces.join('')).toBe('<head></head><a><p>two</p></a><b><p>one</p></b>')
})

it('renders a fragment once for equal keys', async () => {
  const cache = createFragmentCache()
  let renders = 0
  const render = () => `<p>${++renders}</p>`
  const page = slot(0) + slot(1)
  expect((await cache.fill(page, [fragment('same'), fragment('same')], render)).join('')).toBe(
    '<p>1</p><p>1</p>',
  )
  expect((await cache.fill(page, [fragment('same'), fragment('other')], render)).join('')).toBe(
    '<p>1</p><p>2</p>',
  )
})

it('moves the links that load images early into the head, each once', async () => {
  const link = '<link rel="preload" as="image" href="/a.webp"/>'
  const page = `<head></head>${slot(0)}${slot(1)}`
  const pieces = await createFragmentCache().fill(
    page,
    [fragment('one'), fragment('two')],
    () => `${link}<p></p>`,
  )
  expect(pieces.join('')).toBe(`<head>${link}</head><p></p><p></p>`)
})

it('fails on a slot without a fragment', async () => {
  await expect(createFragmentCache().fill(slot(1), [fragment('one')], () => '')).rejects.toThrow(
    'No fragment 1 of 1',
  )
})

it('lets other work run between fragments that take long to render', async () => {
  const cache = createFragmentCache()
  const order: string[] = []
  const render = ({ key }: Fragment) => {
    const end = performance.now() + 15
    while (performance.now() < end);
    order.push(key)
    return key
  }
  setImmediate(() => order.push('other work'))
  await cache.fill(slot(0) + slot(1), ['one', 'two'].map(fragment), render)
  expect(order).toEqual(['one', 'other work', 'two'])
})
