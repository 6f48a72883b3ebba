import { passwordCost } from '#features/identity/server/provider/password-cost.ts'

// Hashing passwords at their full cost would take a sixth of the time of all unit tests.
passwordCost.N = 2 ** 10
