import type { Command } from 'commander'
import { leaf, type SharedOptions, wholeNumber } from '../options.ts'

/** `stoa dev`: runs the product during development. */
export function command(): Command {
  return leaf('dev', 'Run with every change of the code visible at once', 'stoa dev', 'STOA_PORT=4000 stoa dev --admin-port 4001')
    .option('--admin-port <n>', 'Port of the admin pages', wholeNumber, 5173)
    .action(async (options: SharedOptions & { adminPort: number }) => {
      const { develop } = await import('../dev.ts')
      await develop(options)
    })
}
