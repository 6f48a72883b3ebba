import { vi } from 'vitest'

// Hashing passwords at their full cost would take a sixth of the time of all unit tests. A test that needs it has
// `vi.unmock` with the same path.
vi.mock('#features/identity/server/provider/password-cost.ts', () => ({
  PASSWORD_COST: { N: 2 ** 10, r: 8, p: 1 },
}))
