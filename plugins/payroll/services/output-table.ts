import type { Ctx } from 'stoa'
import { hrEmployee } from 'stoa/plugins/hr'
import type { PayTable } from '../api-types.ts'

/** The label of a column. */
const label = ({ kernel, interfaceLanguage, language }: Ctx, key: string) =>
  kernel.i18n.t(interfaceLanguage ?? language, `payroll:output.${key}`)

/** Columns with their labels in the reader's language. */
export const toColumns = (ctx: Ctx, names: readonly string[]): PayTable['columns'] =>
  names.map((name) => ({ name, label: label(ctx, name) }))

/** Employees by id. */
export async function readEmployees(ctx: Ctx, ids: readonly number[]) {
  const rows = await ctx.kernel.query(hrEmployee).whereIn('id', [...ids])
  return new Map(rows.map((employee) => [employee.id, employee]))
}
