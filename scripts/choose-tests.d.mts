export type Chosen = { name: string; reason: string }
export type Choice = { everything?: string; tests: Chosen[]; pages: Chosen[]; areVisitsShort: boolean }

export function chooseTests(
  changed: readonly string[],
  dependents: ReadonlyMap<string, readonly string[]>,
): Choice
export function describeChoice(choice: Choice): string[]
