import { type Ctx, message, type Tx, validationError } from 'stoa'
import { assertNotOwnBalance, lockEmployee, readLeaveEmployee } from './employee.ts'
import { createYearFinder, findLeaveRules } from './leave-rules.ts'
import { readLedger, reverseRows, writeLedger } from './ledger.ts'

interface Opening {
  employee_id?: number | undefined
  type_id?: number | undefined
  days?: string | undefined
  valid_from?: string | undefined
  valid_to?: string | null | undefined
  note?: string | undefined
}

const getKey = (id: number): string => `opening ${id}`

/** Adds an imported balance to the ledger: a grant, or an adjustment for owed days. Without an end it is valid to the end of the leave year. */
export async function addOpeningBalance(tx: Tx, ctx: Ctx, id: number, input: Opening): Promise<void> {
  const { employee_id = 0, type_id = 0, valid_from = '', note = '' } = input
  const days = Number(input.days)
  await lockEmployee(tx, employee_id)
  const employee = await readLeaveEmployee(tx, ctx, employee_id)
  assertNotOwnBalance(ctx, employee)
  const rules = await findLeaveRules(tx, ctx, type_id)
  if (!rules?.needs_balance) throw validationError({ type_id: message('leave:error.no_balance') })
  const valid_to = input.valid_to ?? createYearFinder(ctx, rules, employee.join_date)(valid_from).end
  await writeLedger(tx, ctx, { employee_id, type_id }, [
    { kind: days > 0 ? 'grant' : 'adjust', days, valid_from, valid_to, note, key: getKey(id) },
  ])
}

/** Reverses an imported balance whose import is undone. */
export async function undoOpeningBalance(
  tx: Tx,
  ctx: Ctx,
  { id, employee_id, type_id }: { id: number; employee_id: number; type_id: number },
): Promise<void> {
  await lockEmployee(tx, employee_id)
  const rows = (await readLedger(tx, employee_id, type_id)).filter(({ key }) => key === getKey(id))
  await reverseRows(tx, ctx, { employee_id, type_id }, rows, ctx.kernel.i18n.t(ctx.mainLanguage, 'leave:note.import_undone'))
}
