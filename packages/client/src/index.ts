export { createClient } from './generated/client/index.ts'
export * from './generated/index.ts'
