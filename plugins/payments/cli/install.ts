import { type Kernel, sql, systemCtx } from 'stoa'
import { CliError, note, type SharedOptions } from 'stoa/cli'
import type { GatewayBehaviour } from '../fakes/fake-gateways.ts'

/** Code of a payment method for rehearsals. */
export const toMethodCode = (name: string) => `rehearsal_${name}`

/** Creates or updates the payment methods of a rehearsal. @throws CliError for a shop with real payments */
export async function installMethods(
  kernel: Kernel,
  options: SharedOptions,
  shop: string,
  methods: Record<GatewayBehaviour, Record<string, unknown>>,
): Promise<void> {
  const live = await kernel.db.rows<{ code: string }>(
    sql`select code from payment_method where enabled and mode = 'live' and provider not in ('offline', 'fps', 'free')`,
  )
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(shop).hostname)
  if (live.length > 0 || !local)
    throw new CliError(
      'denied',
      live.length > 0
        ? `this store has live payment methods: ${live.map((m) => m.code).join(', ')}.`
        : `${shop} is reachable from other machines.`,
      {
        hint: 'Use a separate store: STOA_DATA_DIR=/tmp/rehearsal stoa start',
      },
    )
  if (kernel.config.outgoing !== 'any')
    throw new CliError('denied', 'this store may only call the public internet, not local fake gateways.', {
      hint: 'Set STOA_OUTGOING=any for this command and for the store',
    })
  const ctx = systemCtx(kernel, 'payments rehearse')
  for (const [name, fields] of Object.entries(methods)) {
    const code = toMethodCode(name)
    note(options, `${options.dryRun ? 'Would create' : 'Creating'} payment method ${code}`)
    if (options.dryRun) continue
    const existingMethod = await kernel.resources.findBy(ctx, 'payment_method', 'code', code)
    const title = { 'en-US': `${name} (rehearsal)`, 'zh-HK': `${name}（演練）`, 'zh-CN': `${name}（演练）` }
    if (existingMethod) await kernel.resources.update(ctx, 'payment_method', existingMethod.id, { ...fields, enabled: true })
    else await kernel.resources.create(ctx, 'payment_method', { code, title, order: 90, ...fields })
  }
}
