import type { Command } from 'commander'
import { trimTrailing } from 'stoa'
import { family, leaf, note, printRows, readConfig, type SharedOptions, wholeNumber, withKernel } from 'stoa/cli'

/** `stoa payments`: rehearse payments and replay gateway webhooks. */
export function command(): Command {
  return family('payments', 'Test payments with fake gateways and replay webhooks', rehearse(), replay())
}

interface RehearseOptions extends SharedOptions {
  port: number
  shop?: string
  install?: boolean
}

function rehearse(): Command {
  return leaf(
    'rehearse',
    'Run four fake gateways; the last two digits of the amount choose the outcome',
    'stoa payments rehearse',
    'stoa payments rehearse --install',
    'stoa payments rehearse --install --dry-run',
  )
    .option('--port <n>', 'Port to listen on, on this machine only', wholeNumber, 4_242)
    .option('--shop <address>', 'URL of the store. Leave out to use its own setting')
    .option('--install', 'Create payment methods for the fake gateways')
    .addHelpText('after', `\nAmounts ending in\n${DIGITS.map(([d, meaning]) => `  ${d}  ${meaning}`).join('\n')}\n`)
    .action(async (options: RehearseOptions) => {
      const shop = trimTrailing(options.shop ?? readConfig().publicUrl, '/')
      const url = `http://127.0.0.1:${options.port}`
      const { fakeMethods } = await import('../fakes/methods.ts')
      const methods = fakeMethods(url)
      const { toMethodCode, installMethods } = await import('./install.ts')
      if (options.install) await withKernel(options, (kernel) => installMethods(kernel, options, shop, methods))
      printRows(
        options,
        ['code', 'field', 'value'],
        Object.entries(methods).flatMap(([code, fields]) =>
          Object.entries(fields).map(([field, value]) => ({ code, field, value: String(value) })),
        ),
      )
      if (options.dryRun) return
      const { startFakes } = await import('../fakes/server.ts')
      const codes = options.install ? Object.fromEntries(Object.keys(methods).map((name) => [name, toMethodCode(name)])) : {}
      const running = await startFakes({ port: options.port, shop, codes })
      note(options, `Gateways at ${running.url}, sending webhooks to ${shop}. No real money is charged. Press Ctrl-C to stop.`)
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
  ['03', 'pending, then paid'],
  ['04', 'pending, then declined'],
  ['05', 'paid; the webhook arrives before the browser returns'],
  ['06', 'paid; the browser never returns'],
  ['07', 'paid; the webhook arrives three times'],
  ['08', 'a different amount is paid'],
  ['09', 'the webhook has an invalid signature'],
  ['10', 'the refund webhook arrives before the payment webhook'],
  ['11', 'the first response to creating the payment is lost'],
  ['12', 'the first response to a refund is lost'],
  ['13', 'paid twice'],
  ['14', 'paid late'],
  ['15', 'paid, then charged back'],
] as const

function replay(): Command {
  return leaf('replay', 'Process stored webhooks of gateways again; the result does not change', 'stoa payments replay --since 2026-11-21')
    .option('--since <day>', 'Only webhooks received on or after this day')
    .action(async (options: SharedOptions & { since?: string }) => {
      const { replayStoredWebhooks } = await import('./replay.ts')
      await withKernel(options, async (kernel) => note(options, await replayStoredWebhooks(kernel, options)))
    })
}
