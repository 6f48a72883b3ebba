import type AxeBuilder from '@axe-core/playwright'

/** What would keep somebody out: the rule and the elements that break it. */
export const seriousViolations = async (axe: AxeBuilder): Promise<[rule: string, elements: string[]][]> => {
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
