import { expect, test } from './support/test.ts'

test('the API page loads the OpenAPI document from the anonymous response cache', { tag: '@full' }, async ({
  page,
}) => {
  const documents: string[] = []
  page.on('response', (answer) => {
    if (/json|yaml/.test(answer.headers()['content-type'] ?? ''))
      documents.push(new URL(answer.url()).pathname)
  })
  await page.goto('/api/docs')
  await expect(page.getByText('/api/topics/{name}', { exact: true })).toBeVisible()
  expect(documents).toEqual(['/api/openapi.json'])
})
