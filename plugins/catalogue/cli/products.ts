import type { Command } from 'commander'
import { CliError, dryRunNote, family, leaf, note, operatorCtx, printData, type SharedOptions, withKernel } from 'stoa/cli'
import { RUNS } from 'stoa/plugins/runs'
import { REBUILD } from '../services/lists/rebuild-index.ts'

/** `stoa products`: maintenance of all products. */
export function command(): Command {
  return family('products', 'Rebuild the product search index', reindex())
}

function reindex(): Command {
  return leaf('reindex', 'Start rebuilding the product search index and lists', 'stoa products reindex').action((options: SharedOptions) =>
    withKernel(options, async (kernel) => {
      const runs = kernel.find(RUNS)
      if (!runs) throw new CliError('config', 'The plugin "runs" is turned off, so background jobs cannot start.')
      if (options.dryRun) return dryRunNote(options, { kind: REBUILD.name })
      const id = await kernel.transaction((tx) => runs.begin(tx, operatorCtx(kernel, 'en-US'), REBUILD, {}))
      if (options.json) return printData(JSON.stringify({ id }))
      note(options, `✓ Run ${id} is rebuilding the index\nNext: stoa runs list --open`)
    }),
  )
}
