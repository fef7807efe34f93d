import { type Ctx, sql } from 'stoa'

declare module 'stoa/events' {
  interface Events {
    /** The price of a repair was set. */
    'repair.priced': { repairId: number }
    /** The shop accepts another kind of device. */
    'device.offered': { deviceId: number }
  }
}

/** In `plugin.ts`: `on: { 'repair.priced': ({ repairId }, ctx) => recount(ctx, repairId) }`. */
export async function recount({ kernel }: Ctx, repairId: number): Promise<void> {
  await kernel.transaction(async (tx) => {
    const row = await tx.one<{ owner_id: number; count: number }>(sql`
      select r.owner_id, count(*) as count from repair r join repair mine on mine.id = ${repairId} and mine.owner_id = r.owner_id
      where r.price_minor is not null group by r.owner_id`)
    if (row) await kernel.resources.setExt(tx, 'account', row.owner_id, { repairs_priced: row.count })
  })
}
