import path from 'node:path'
import { CliError, exitCodes, usageError } from '../cli-error.ts'
import { type Command, getText } from '../command.ts'
import { isSeen } from '../compare-sides.ts'
import { deletePromptFile, isUnchanged, writePromptFile } from '../folder.ts'
import { mergeFields } from '../merge.ts'
import { readWholePosts } from '../own-posts.ts'
import { renderPromptFile, toFields } from '../prompt-file.ts'
import { forgetPair, readBaseOf, rememberPost, withFolder } from '../synced-folder.ts'

export const resolve: Command = {
  name: 'resolve',
  usage: 'FILE',
  summary: 'End a conflict: your file is right now, or with --theirs the site is',
  details:
    'Edit your file first, with what you want from NAME.theirs.md. The next `push` sends it. Fields that only the site has changed are taken from there. With --theirs, the file gets all that the site has.',
  words: [1, 1],
  options: {
    dir: { type: 'string', description: 'the folder, the current one by default', value: 'DIR' },
    theirs: { type: 'boolean', description: 'take what the site has, and give up what the file has' },
  },
  run: async ({ values, positionals: [name = ''], terminal }) =>
    withFolder({ dir: getText(values, 'dir'), site: getText(values, 'site') }, async (folder) => {
      const { root, session, pairs } = folder
      // A file is named within the folder, or from where the command is run, as shells complete names.
      const names = [name, path.relative(root, name)].map((each) =>
        each.replaceAll('\\', '/').replace(/^\.\//, ''),
      )
      const pair = pairs.find(({ file, id }) => file !== null && names.includes(file) && id !== null)
      if (!pair?.id || !pair.file)
        throw usageError(
          `${name} is no file of this folder with a prompt on the site.`,
          'Name the folder with --dir if it is another one.',
        )
      const { id, file, local, here, onSite, entry } = pair
      const isTheirs = values.theirs === true
      const sayDone = (text: string): undefined => {
        terminal.print(text)
        terminal.printJson({ file, id, taken: isTheirs ? 'site' : 'file' })
      }
      if (onSite === 'deleted') {
        if (isTheirs) deletePromptFile(root, file)
        forgetPair(folder, id)
        return sayDone(
          isTheirs ? `${file} is deleted.` : `${file} is new now: \`push\` creates its prompt again.`,
        )
      }
      if (!entry?.conflict && !(here === 'deleted' && isTheirs))
        throw new CliError(
          `${file} is in no conflict that \`pull\` has found.`,
          exitCodes.failure,
          'Run `prompt-collection pull` first.',
        )
      const post = (await readWholePosts(session, [id])).get(id)
      if (!post || (entry?.conflict && !isSeen(entry.conflict, post)))
        throw new CliError(
          'The site has been changed again since.',
          exitCodes.conflict,
          'Run `prompt-collection pull` to see how.',
        )
      if (local?.fault && !isTheirs) throw new CliError(`${file}: ${local.fault}`)
      const existing = local?.fields ? local.text : undefined
      // What only the site has changed is not lost by what the file says instead of something else.
      const fields =
        isTheirs || !local?.fields
          ? toFields(post)
          : mergeFields(readBaseOf(folder, id), local.fields, toFields(post)).merged
      if (isTheirs || local) {
        if (local && !isUnchanged(root, local)) throw new CliError('The file was edited just now.')
        writePromptFile(root, file, renderPromptFile(fields, existing))
      }
      rememberPost(folder, file, post, existing)
      return sayDone(isTheirs ? `${file} is as on the site.` : `${file} is right now: \`push\` sends it.`)
    }),
}
