import { type Ctx, rateLimit, recordAudit, filterByShape } from 'stoa'
import { PersonalDataExport } from '../api-types.ts'
import { assertVisiblePerson } from './person-facts.ts'
import { exportAll } from './personal-data-handler.ts'
import { findPersonOfCustomer, findDataSubject } from './data-subject.ts'

/** All personal data of a person that the member of staff may read. @throws AppError NOT_FOUND */
export async function exportPersonalData(ctx: Ctx, person: number): Promise<PersonalDataExport> {
  await assertVisiblePerson(ctx, person)
  const { kernel } = ctx
  const personalData = await exportAll(ctx, await findDataSubject(kernel, kernel.db, person), 'staff')
  await recordAudit(kernel.db, ctx, { resource: 'person', rowId: person, verb: 'export', changes: [] })
  return filterByShape(PersonalDataExport, { made_at: new Date().toISOString(), ...personalData })
}

/** All personal data of a customer, for the customer. @throws AppError TOO_MANY */
export async function exportOwnData(ctx: Ctx, customer: number): Promise<PersonalDataExport> {
  const { kernel } = ctx
  await rateLimit(kernel.db, `personal data export ${customer}`, { max: 10, seconds: 3_600, message: 'core:error.too_frequent' })
  const personalData = await exportAll(ctx, await findPersonOfCustomer(kernel, customer), 'person')
  await recordAudit(kernel.db, ctx, { resource: 'customer', rowId: customer, verb: 'export', changes: [] })
  return filterByShape(PersonalDataExport, { made_at: new Date().toISOString(), ...personalData })
}
