import type { Command } from 'commander'
import { CliError, dryRunNote, family, leaf, printData, printRows, type SharedOptions, withKernel } from 'stoa/cli'
import { rebuildTimelines, TIMELINE_SOURCES } from '../services/timeline-source.ts'

/** `stoa timeline rebuild`: adds missing timeline entries. */
export function command(): Command {
  return family(
    'timeline',
    'Manage the activity timelines of people',
    leaf(
      'rebuild',
      'Add missing timeline entries from the tables of the plugins; existing entries are kept',
      'stoa timeline rebuild --dry-run',
      'stoa timeline rebuild order',
    )
      .argument('[of]', 'Only entries about these rows, such as order; all when absent')
      .action(async (sourceName: string | undefined, options: SharedOptions) => {
        const done = await withKernel(options, async (kernel) => {
          const sourceNames = [...kernel.contributions(TIMELINE_SOURCES).keys()]
          if (sourceName !== undefined && !sourceNames.includes(sourceName))
            throw new CliError('usage', `there is no "${sourceName}"; there are ${sourceNames.join(', ')}.`)
          return rebuildTimelines(kernel, { dryRun: options.dryRun ?? false, ...(sourceName === undefined ? {} : { only: sourceName }) })
        })
        if (options.dryRun && options.json) return dryRunNote(options, { done })
        if (options.json) return printData(JSON.stringify({ done }))
        printRows(options, ['of', 'looked', 'added'], done)
        if (options.dryRun) dryRunNote(options, {})
      }),
  )
}
