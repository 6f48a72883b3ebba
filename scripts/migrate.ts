import { openForCommand } from './open-for-command.ts'

const { applied, close } = await openForCommand()
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'Nothing to apply')
await close()
