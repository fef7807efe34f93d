import { type Ctx, sql, type Tx } from 'stoa'
import { requireOwnEmployee } from 'stoa/plugins/hr'
import { type Geofence, locate, type Position } from '../domain/distance.ts'
import type { PunchDirection } from '../domain/rules.ts'
import { punchColumns } from '../resources/punch-columns.ts'
import { attendanceSettings } from '../settings.ts'
import { computeAround } from './compute-span.ts'
import { lockEmployees } from './lock-employees.ts'

export interface OwnPunchInput {
  direction: PunchDirection
  lat: string | null
  lng: string | null
  accuracy_m: number | null
  ip: string | null
}

/** A punch of an employee, at the browser of their account or at a kiosk. */
export interface PunchInput extends OwnPunchInput {
  source: 'web' | 'kiosk'
  /** Name of the device; blank for the browser of the employee. */
  device_id: string
}

/** A punch as its employee sees it. */
export interface StoredPunch {
  id: number
  at: string
  direction: PunchDirection
  outside: boolean
  distance_m: number | null
}

/** Enabled sites with coordinates as numbers. */
const readSites = (tx: Tx): Promise<Geofence[]> =>
  tx.rows<Geofence>(
    sql`select latitude::float8 as latitude, longitude::float8 as longitude, radius_m from hr_site where enabled order by id`,
  )

/** Stores a punch of the actor now, as `recordPunch`. @throws AppError SELF_SERVICE_OFF, NO_EMPLOYEE_RECORD */
export async function recordOwnPunch(ctx: Ctx, tx: Tx, input: OwnPunchInput): Promise<StoredPunch> {
  const { id } = await requireOwnEmployee(ctx, tx)
  return recordPunch(ctx, tx, id, { ...input, source: 'web', device_id: '' })
}

/**
 * Stores a punch of an employee now. Two punches within the seconds of the setting are one: the second call gets the first punch. A punch
 * outside all sites is stored and marked, never refused, because a refused punch would leave no evidence.
 */
export async function recordPunch(ctx: Ctx, tx: Tx, employeeId: number, input: PunchInput): Promise<StoredPunch> {
  await lockEmployees(tx, [employeeId])
  const { double_punch_seconds } = ctx.kernel.settings.of(attendanceSettings)
  const recent = await tx.one<StoredPunch>(sql`
    select id, at, direction, outside, distance_m from hr_punch where employee_id = ${employeeId} and voided_at is null
      and at > clock_timestamp() - make_interval(secs => ${double_punch_seconds}) and at <= clock_timestamp() order by at desc, id desc limit 1`)
  if (recent) return recent
  const position: Position | null =
    input.lat === null || input.lng === null ? null : { latitude: Number(input.lat), longitude: Number(input.lng) }
  const place = position ? locate(position, await readSites(tx)) : null
  const rows = await tx.rows<StoredPunch>(
    sql`${tx.insertSql(punchColumns, {
      employee_id: employeeId,
      // The time of the lock, not of the start of the transaction: two waiting punches keep their order.
      at: sql`date_trunc('second', clock_timestamp())`,
      direction: input.direction,
      source: input.source,
      device_id: input.device_id,
      lat: position ? input.lat : null,
      lng: position ? input.lng : null,
      accuracy_m: position ? input.accuracy_m : null,
      distance_m: place?.distance_m ?? null,
      outside: place?.outside ?? false,
      ip: input.ip,
      created_by: ctx.actor.kind === 'admin' ? ctx.actor.id : null,
    })} on conflict (employee_id, at, source) do update set updated_at = now() returning id, at, direction, outside, distance_m`,
  )
  const [punch] = rows
  if (!punch) throw new Error('a punch was not stored')
  tx.invalidate('hr_punch')
  await computeAround(tx, ctx, employeeId, Date.parse(punch.at))
  return punch
}
