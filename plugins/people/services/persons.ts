import { sql, type Tx } from '#core'
import type { Guest } from './directory.ts'
import { plainEmail } from './rules.ts'

/** The person behind an address, made or completed. Names once given are not overwritten by strangers. */
export async function remember(tx: Tx, guest: Guest): Promise<number> {
  const row = await tx.one<{ id: number }>(
    sql`
      insert into person as p (email, first_name, last_name, country_code, phone)
      values (${plainEmail(guest.email)}, ${guest.first_name}, ${guest.last_name}, ${guest.country_code ?? null}, ${guest.phone ?? null})
      on conflict (email) do update set phone = coalesce(p.phone, excluded.phone), country_code = coalesce(p.country_code, excluded.country_code),
        updated_at = now()
      returning id`,
    'directory.remember',
  )
  return row?.id ?? 0
}
