import { type Ctx, raw, sql, type Tx } from '#core'
import { documentNumber } from '../../documents/index.ts'

const kinds = { order: 'SO', shipment: 'SH', return: 'RT', refund: 'RF' } as const

/** The next number of a kind of document. */
export async function nextNumber(tx: Tx, ctx: Ctx, kind: keyof typeof kinds): Promise<string> {
  const zone = ctx.kernel.settings.read('basic', ctx.main).time_zone
  const next = await tx.one<{ n: number; day: string }>(
    sql`select nextval('${raw(kind)}_number_seq') as n, to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as day`,
    `sales.number-${kind}`,
  )
  return documentNumber(kinds[kind], next?.day ?? '', next?.n ?? 0)
}
