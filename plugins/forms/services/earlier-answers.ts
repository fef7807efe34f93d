import { Failed, sql, type Tx } from '#core'
import { ownedAccounts } from '../../people/index.ts'
import { SUBMITTED } from '../errors.ts'

/** An answer a form has by the same account, or with the same address. */
export interface EarlierAnswer {
  created_at: string
  user_id: number | null
}

/** Answers of an account or with an address, those included that came while the form took several of each. The form is locked. */
export const earlierAnswers = (tx: Tx, form: number, customer: number | null, email: string | null): Promise<EarlierAnswer[]> =>
  tx.rows<EarlierAnswer>(sql`select created_at, user_id from form_submission
    where form_id = ${form} and (user_id = ${customer} or email = ${email}) order by id`)

/**
 * Refuses a second answer to whoever knows of the first: the account that sent it, and whoever has proven its address. The constraint on
 * `submitter_key` refuses a browser that sent it. Anybody else is taken, and the owner of the address hears of it by mail.
 * @throws Failed FORM_SUBMITTED
 */
export async function requireFirstAnswer(
  tx: Tx,
  earlier: readonly EarlierAnswer[],
  { customer, email, isAddressProven }: { customer: number | null; email: string | null; isAddressProven: boolean },
): Promise<void> {
  if (earlier.length === 0) return
  const isOwner =
    isAddressProven ||
    (customer !== null &&
      (earlier.some(({ user_id }) => user_id === customer) ||
        (email !== null && (await ownedAccounts(tx, [email])).some(({ id }) => id === customer))))
  if (isOwner) throw new Failed(SUBMITTED)
}
