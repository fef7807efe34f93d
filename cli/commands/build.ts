import type { Command } from 'commander'
import { buildUi, listPendingBuilds } from '../build/ui.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note, printData } from '../output.ts'

/** `stoa build`: builds the pages. The server code is already compiled before this runs. */
export function command(): Command {
  return leaf('build', 'Build the pages of admin and store', 'stoa build', 'stoa build --force')
    .option('--force', 'Build also what is up to date')
    .action(async (options: SharedOptions & { force?: boolean }) => {
      if (options.dryRun) return dryRunNote(options, { build: listPendingBuilds(options.force) })
      const built = await buildUi({ force: options.force ?? false, log: (line) => note(options, line) })
      if (options.json) printData(JSON.stringify({ built }))
      else if (built.length === 0) note(options, 'Everything is up to date.')
    })
}
