import { randomInt } from 'node:crypto'
import { type Ctx, AppError, validationError, NOT_FOUND, parseMoney, sql, message, type Tx } from 'stoa'
import { offeredServices, offeredStocks } from './services.ts'
import { nextNumber } from 'stoa/plugins/documents'
import { FORMS } from 'stoa/plugins/forms'
import { findBuyerById, DIRECTORY } from 'stoa/plugins/people'
import { getCustomerId } from 'stoa/plugins/sales'
import { APPLICATION_EMAIL } from './emails.ts'
import { tell } from './timeline-source.ts'
import { application } from '../resources/application.ts'

/** The requested service. */
export interface ApplicationInput {
  url: string
  /** The variant; null for the only one. */
  stock_id: number | null
  quantity: number
}

export interface Applied {
  id: number
  number: string
  status: 'pending' | 'draft'
  /** Key of the application in a cart, while it waits only for its payment. */
  sale_key: number
}

/** Range of cart keys: too large to guess, and exact in a JavaScript number. */
const MOST_KEY = 2 ** 48 - 1

/** The applicant. */
export interface Applicant {
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

/**
 * Creates an application in the transaction of its answers. It waits for approval where that is required, else for its payment.
 * @throws AppError NOT_FOUND, INVALID by field
 */
export async function apply(
  tx: Tx,
  ctx: Ctx,
  { url, stock_id, quantity }: ApplicationInput,
  applicant: Applicant,
  submission: number | null,
): Promise<Applied> {
  const [service] = await offeredServices(ctx, tx, url)
  if (!service) throw new AppError(NOT_FOUND)
  const stocks = await offeredStocks(ctx, tx, service.id)
  const stock = stock_id === null && stocks.length === 1 ? stocks[0] : stocks.find(({ id }) => id === stock_id)
  if (!stock) throw validationError({ stock_id: message('core:rule.choice') })
  const customer = getCustomerId(ctx)
  const person = await ctx.kernel.get(DIRECTORY).findOrCreatePerson(tx, applicant)
  const status = service.needs_approval ? 'pending' : 'draft'
  const number = await nextNumber(tx, 'AP', 'application_number_seq')
  const sale_key = randomInt(1, MOST_KEY)
  const { email, first_name, last_name, country_code, phone } = applicant
  const id = await tx.insert(application, {
    number,
    status,
    product_id: service.id,
    stock_id: stock.id,
    service: service.name,
    choice: stock.choice,
    quantity,
    price_minor: parseMoney(stock.price),
    ...{ email, first_name, last_name, country_code, phone },
    language: ctx.language,
    customer_id: customer,
    person_id: person,
    form_submission_id: submission,
    sale_key,
    ...(status === 'pending' ? { applied_at: sql`now()` } : {}),
  })
  if (status === 'pending') {
    tx.enqueue(APPLICATION_EMAIL, { id, kind: 'received', ref: 0 })
    await tell(tx, ctx, id, 'application.applied')
    tx.emit('application.applied', { applicationId: id }, { type: 'application', id })
  }
  return { id, number, status, sale_key }
}

/** The applicant: the signed-in customer, or the person named in the answers. @throws AppError INVALID without an e-mail address */
export async function findApplicant(tx: Tx, ctx: Ctx, submission: number): Promise<Applicant> {
  const customer = getCustomerId(ctx)
  const knownBuyer = customer === null ? undefined : await findBuyerById(tx, customer)
  if (knownBuyer) return knownBuyer
  const submissionSummary = await ctx.kernel.get(FORMS).getSubmission(ctx, tx, submission)
  if (!submissionSummary?.email) throw validationError({ email: message('core:rule.required') })
  const { email, first_name, last_name, country_code, phone } = submissionSummary
  return { email, first_name, last_name, country_code, phone }
}
