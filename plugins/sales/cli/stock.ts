import type { Command } from 'commander'
import { dryRunNote, EXIT, family, leaf, note, operatorCtx, printData, printRows, type SharedOptions, withKernel } from 'stoa/cli'

/** `stoa stock repair`: reservations and movements of orders, set right. */
export function command(): Command {
  return family(
    'stock',
    'Stock of orders in the books of the inventory',
    leaf(
      'repair',
      'Correct reservations and movements that differ from what orders owe and handed over',
      'stoa stock repair --dry-run',
      'stoa stock repair --json',
    )
      .addHelpText(
        'after',
        `\nEnds with ${EXIT.partial} when stock is missing for some lines: those are named, receive or count the stock and run it again.`,
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
          if (lines.length === 0) note(options, 'Stock agrees with every order.')
          else if (dryRun) dryRunNote(options, {})
        }
        if (short > 0) process.exitCode = EXIT.partial
      }),
  )
}
