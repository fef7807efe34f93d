import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  hr_kiosk: {
    name: 'text not null constraint hr_kiosk_name_unique unique',
    site_id: 'bigint references hr_site',
    enabled: 'boolean not null default true',
    paired_at: 'timestamptz',
    last_seen_at: 'timestamptz',
    // SHA-256 of the code and of the token of the tablet.
    pairing_code_hash: 'bytea constraint hr_kiosk_pairing_code_hash_unique unique',
    pairing_expires_at: 'timestamptz',
    token_hash: 'bytea constraint hr_kiosk_token_hash_unique unique',
    version: 'int not null default 1',
  },
  hr_kiosk_pin: {
    employee_id: 'bigint not null constraint hr_kiosk_pin_employee_id_unique unique references hr_employee on delete cascade',
    // Argon2, as passwords.
    pin_hash: 'text not null',
  },
})

/** Kiosks, and the PINs with which employees punch there. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
}

export async function down(knex: Knex): Promise<void> {
  await made.down(knex)
}
