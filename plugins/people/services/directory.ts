import { sql, token, type Tx } from '#core'

export interface Guest {
  email: string
  first_name: string
  last_name: string
  country_code?: string | null
  phone?: string | null
}

/** Knows everybody the shop has dealt with. */
export interface Directory {
  /** The person behind an email address, made or completed. Names once given are not overwritten by strangers. */
  remember(tx: Tx, guest: Guest): Promise<number>
}

export const DIRECTORY = token<Directory>('people/directory')

export const directory: Directory = {
  async remember(tx, guest) {
    const row = await tx.one<{ id: number }>(
      sql`
      insert into person as p (email, first_name, last_name, country_code, phone)
      values (${guest.email.trim().normalize('NFC').toLowerCase()}, ${guest.first_name}, ${guest.last_name}, ${guest.country_code ?? null}, ${guest.phone ?? null})
      on conflict (email) do update set phone = coalesce(p.phone, excluded.phone), country_code = coalesce(p.country_code, excluded.country_code),
        updated_at = now()
      returning id`,
      'directory.remember',
    )
    return row?.id ?? 0
  },
}
