import type { Command } from 'commander'
import { dryRunNote, EXIT, family, leaf, note, operatorCtx, printData, printRows, type SharedOptions, withKernel } from 'stoa/cli'

/** `stoa stock repair`: repairs reservations and movements of orders. */
export function command(): Command {
  return family(
    'stock',
    'Stock reservations and movements of orders',
    leaf(
      'repair',
      'Correct reservations and movements that do not match the orders',
      'stoa stock repair --dry-run',
      'stoa stock repair --json',
    )
      .addHelpText(
        'after',
        `\nEnds with ${EXIT.partial} when stock is missing for some items. They are listed: receive or count the stock, then run the command again.`,
      )
      .action(async (options: SharedOptions) => {
        const dryRun = options.dryRun ?? false
        const lines = await withKernel(options, async (kernel) => {
          const { repairStock } = await import('../services/order/repair-stock.ts')
          return repairStock(operatorCtx(kernel), { dryRun })
        })
        const short = lines.filter(({ outcome }) => outcome === 'short').length
        if (options.json) printData(JSON.stringify({ ok: short === 0, lines, ...(dryRun ? { dry_run: true } : {}) }))
        else {
          printRows(options, ['order_number', 'line_id', 'reserved', 'owed', 'consumed', 'handed_over', 'outcome'], lines)
          if (lines.length === 0) note(options, 'Stock matches all orders.')
          else if (dryRun) dryRunNote(options, {})
        }
        if (short > 0) process.exitCode = EXIT.partial
      }),
  )
}
