import { type Ctx, AppError, validationError, sql, message } from 'stoa'
import { DEVICE_OFF } from '../../errors.ts'
import { bookingDevice } from '../../resources/device.ts'
import type { CheckInDevice } from '../../check-in-api-types.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** @throws AppError INVALID by field for an invalid UUID */
export function assertUuid(name: string, value: string): void {
  if (!UUID.test(value)) throw validationError({ [name]: message('core:rule.pattern') })
}

export const getStaffId = (ctx: Ctx): number | null => (ctx.actor.kind === 'admin' ? ctx.actor.id : null)

/** Registers or renames a device. @throws AppError DEVICE_OFF if it was disabled */
export async function nameDevice(ctx: Ctx, uuid: string, name: string): Promise<CheckInDevice> {
  assertUuid('device', uuid)
  const row = await ctx.kernel.transaction(async (tx) => {
    return tx.one<CheckInDevice>(sql`${tx.insertSql(bookingDevice, { uuid, name, account_id: getStaffId(ctx) })}
      on conflict on constraint booking_device_uuid_unique do update set name = excluded.name, seen_at = now(), version = booking_device.version + 1
      where booking_device.enabled returning id, name`)
  })
  if (!row) throw new AppError(DEVICE_OFF)
  return row
}

/** The requesting device. @throws AppError DEVICE_OFF */
export async function findDevice(ctx: Ctx, uuid: string): Promise<CheckInDevice> {
  assertUuid('device', uuid)
  // `seen_at` is not updated on every request.
  const row = await ctx.kernel.db.one<CheckInDevice>(sql`with seen as (update booking_device set seen_at = now()
      where uuid = ${uuid} and enabled and seen_at < now() - interval '1 minute')
    select id, name from booking_device where uuid = ${uuid} and enabled`)
  if (!row) throw new AppError(DEVICE_OFF)
  return row
}
