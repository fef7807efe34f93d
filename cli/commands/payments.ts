import type { Command } from 'commander'
import type { Kernel } from '../../core/context.ts'
import { systemCtx } from '../../core/context.ts'
import { sql } from '../../core/db/sql.ts'
import type { Personality } from '../../plugins/payments/fakes/world.ts'
import { CliError } from '../errors.ts'
import { withKernel } from '../kernel.ts'
import { family, leaf, type SharedOptions, wholeNumber } from '../options.ts'
import { note, printRows } from '../output.ts'

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
      const { readConfig } = await import('../../core/config.ts')
      const shop = (options.shop ?? readConfig().publicUrl).replace(/\/+$/, '')
      const url = `http://127.0.0.1:${options.port}`
      const { fakeMethods } = await import('../../plugins/payments/fakes/methods.ts')
      const methods = fakeMethods(url)
      if (options.install) await withKernel(options, (kernel) => install(kernel, options, shop, methods))
      printRows(
        options,
        ['code', 'field', 'value'],
        Object.entries(methods).flatMap(([code, fields]) =>
          Object.entries(fields).map(([field, value]) => ({ code, field, value: String(value) })),
        ),
      )
      if (options.dryRun) return
      const { startFakes } = await import('../../plugins/payments/fakes/server.ts')
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

const codeOf = (name: string) => `rehearsal_${name}`

/** Makes or renews the methods of a rehearsal. @throws CliError for a shop that takes real money. */
async function install(
  kernel: Kernel,
  options: RehearseOptions,
  shop: string,
  methods: Record<Personality, Record<string, unknown>>,
): Promise<void> {
  const live = await kernel.db.rows<{ code: string }>(
    sql`select code from payment_method where enabled and mode = 'live' and provider not in ('offline', 'fps', 'free')`,
  )
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(shop).hostname)
  if (live.length > 0 || !local)
    throw new CliError(
      'denied',
      live.length > 0 ? `this shop takes real money by ${live.map((m) => m.code).join(', ')}.` : `${shop} can be reached by others.`,
      {
        hint: 'Rehearse on a shop of your own: STOA_DATA_DIR=/tmp/rehearsal stoa start',
      },
    )
  const ctx = systemCtx(kernel, 'payments rehearse')
  for (const [name, fields] of Object.entries(methods)) {
    const code = codeOf(name)
    note(options, `${options.dryRun ? 'would set up' : 'setting up'} the method ${code}`)
    if (options.dryRun) continue
    const known = await kernel.resources.findBy(ctx, 'payment_method', 'code', code)
    const title = { 'en-US': `${name} (rehearsal)`, 'zh-HK': `${name}（演練）`, 'zh-CN': `${name}（演练）` }
    if (known) await kernel.resources.update(ctx, 'payment_method', known.id, { ...fields, enabled: true })
    else await kernel.resources.create(ctx, 'payment_method', { code, title, order: 90, ...fields })
  }
}

function replay(): Command {
  return leaf(
    'replay',
    'Go through the stored notices of gateways again: the ledger stays the same',
    'stoa payments replay --since 2026-11-21',
  )
    .option('--since <day>', 'Only those received from this day on')
    .action(async (options: SharedOptions & { since?: string }) => {
      if (options.since !== undefined && Number.isNaN(Date.parse(options.since)))
        throw new CliError('usage', `"${options.since}" is no day.`)
      const { replay: again } = await import('../../plugins/payments/services/intake.ts')
      await withKernel(options, async (kernel) => {
        const events = await kernel.db.rows<
          Parameters<typeof again>[1][number]
        >(sql`select id, payment_method_id, payload, headers from payment_event
          where received_at >= coalesce(${options.since ?? null}::timestamptz, '-infinity') order by id`)
        note(
          options,
          options.dryRun
            ? `${events.length} notices would be read`
            : `${await again(kernel, events)} of ${events.length} notices were read again`,
        )
      })
    })
}
