import { type Kernel, SEALED, sql, unseal } from 'stoa'

/** Bank details of an employee in plain text; blank where none are stored. */
export interface BankDetails {
  bank_name: string
  bank_account: string
}

/**
 * Bank details of employees by id. Secrets: the caller requires the permission `see hr bank detail`, and records the read in the audit
 * log. One statement.
 */
export async function readBankDetails(
  { db, config }: Pick<Kernel, 'db' | 'config'>,
  employees: readonly number[],
): Promise<Map<number, BankDetails>> {
  const rows = await db.rows<{ id: number; bank_name: string | null; bank_account: string | null }>(
    sql`select id, bank_name, bank_account from hr_employee where id = any(${[...employees]}::bigint[])`,
  )
  const open = (value: string | null): string => (value === null ? '' : (unseal(config, SEALED, value) ?? ''))
  return new Map(rows.map(({ id, bank_name, bank_account }) => [id, { bank_name: open(bank_name), bank_account: open(bank_account) }]))
}
