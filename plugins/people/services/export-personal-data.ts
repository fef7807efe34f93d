import { type Ctx, rateLimit, recordAudit, filterByShape } from 'stoa'
import { PersonalDataExport } from '../api-types.ts'
import { assertVisiblePerson } from './person-facts.ts'
import { exportAll } from './personal-data-handler.ts'
import { findPersonOfCustomer, findDataSubject } from './data-subject.ts'

/** All that is kept of a person, as far as the member of staff may read it. @throws Failed NOT_FOUND */
export async function exportPersonalData(ctx: Ctx, person: number): Promise<PersonalDataExport> {
  await assertVisiblePerson(ctx, person)
  const { kernel } = ctx
  const told = await exportAll(ctx, await findDataSubject(kernel, kernel.db, person), 'staff')
  await recordAudit(kernel.db, ctx, { resource: 'person', rowId: person, verb: 'export', changes: [] })
  return filterByShape(PersonalDataExport, { made_at: new Date().toISOString(), ...told })
}

/** All that is kept of the holder of an account, for themselves. @throws Failed TOO_MANY */
export async function exportOwnData(ctx: Ctx, customer: number): Promise<PersonalDataExport> {
  const { kernel } = ctx
  await rateLimit(kernel.db, `kept ${customer}`, { max: 10, seconds: 3_600, message: 'core:error.too_frequent' })
  const told = await exportAll(ctx, await findPersonOfCustomer(kernel, customer), 'themselves')
  await recordAudit(kernel.db, ctx, { resource: 'customer', rowId: customer, verb: 'export', changes: [] })
  return filterByShape(PersonalDataExport, { made_at: new Date().toISOString(), ...told })
}
