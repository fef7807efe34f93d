import type { Command } from 'commander'
import { trimTrailing } from 'stoa'
import { family, leaf, note, printRows, readConfig, type SharedOptions, wholeNumber, withKernel } from 'stoa/cli'

/** `stoa payments`: rehearse taking money, and look at notices of gateways. */
export function command(): Command {
  return family('payments', 'Rehearse taking money', rehearse(), replay())
}

interface RehearseOptions extends SharedOptions {
  port: number
  shop?: string
  install?: boolean
}

function rehearse(): Command {
  return leaf(
    'rehearse',
    'Run four make-believe gateways: what they do follows from the last two digits of the amount',
    'stoa payments rehearse',
    'stoa payments rehearse --install',
    'stoa payments rehearse --install --dry-run',
  )
    .option('--port <n>', 'Port to listen on, on this machine only', wholeNumber, 4_242)
    .option('--shop <address>', 'Where the shop is; its own setting when left out')
    .option('--install', 'Set up methods of this shop that talk to them')
    .addHelpText('after', `\nAmounts ending in\n${DIGITS.map(([d, what]) => `  ${d}  ${what}`).join('\n')}\n`)
    .action(async (options: RehearseOptions) => {
      const shop = trimTrailing(options.shop ?? readConfig().publicUrl, '/')
      const url = `http://127.0.0.1:${options.port}`
      const { fakeMethods } = await import('../fakes/methods.ts')
      const methods = fakeMethods(url)
      const { getCode: codeOf, install } = await import('./install.ts')
      if (options.install) await withKernel(options, (kernel) => install(kernel, options, shop, methods))
      printRows(
        options,
        ['code', 'field', 'value'],
        Object.entries(methods).flatMap(([code, fields]) =>
          Object.entries(fields).map(([field, value]) => ({ code, field, value: String(value) })),
        ),
      )
      if (options.dryRun) return
      const { startFakes } = await import('../fakes/server.ts')
      const codes = options.install ? Object.fromEntries(Object.keys(methods).map((name) => [name, codeOf(name)])) : {}
      const running = await startFakes({ port: options.port, shop, codes })
      note(options, `Gateways at ${running.url}, telling ${shop}. No money moves. Ctrl-C ends it.`)
      await new Promise<void>((resolve) => {
        process.once('SIGINT', resolve)
        process.once('SIGTERM', resolve)
      })
      await running.stop()
    })
}

const DIGITS = [
  ['00', 'paid'],
  ['02', 'declined'],
  ['03', 'waiting, then paid'],
  ['04', 'waiting, then declined'],
  ['05', 'paid; the notice comes before the browser'],
  ['06', 'paid; the browser never comes back'],
  ['07', 'paid; the notice comes three times'],
  ['08', 'another amount is paid'],
  ['09', 'the notice has a wrong signature'],
  ['10', 'a refund is told before its payment'],
  ['11', 'the first answer to the beginning is lost'],
  ['12', 'the first answer to a refund is lost'],
  ['13', 'paid twice'],
  ['14', 'paid late'],
  ['15', 'paid, then taken back by the bank'],
] as const

function replay(): Command {
  return leaf(
    'replay',
    'Go through the stored notices of gateways again: the ledger stays the same',
    'stoa payments replay --since 2026-11-21',
  )
    .option('--since <day>', 'Only those received from this day on')
    .action(async (options: SharedOptions & { since?: string }) => {
      const { replayed } = await import('./replay.ts')
      await withKernel(options, async (kernel) => note(options, await replayed(kernel, options)))
    })
}
