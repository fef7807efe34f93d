import { type Ctx, defineJob, type Kernel, locales, t, type JobPayload } from 'stoa'
import { CONSENT } from './consent.ts'
import { shopLink, sendEmailTo } from './emails.ts'
import { limitEmails } from './sign-in-rules.ts'

/** Sends an e-mail that asks the owner of an address to confirm. */
export const CONSENT_MAIL = defineJob({
  name: 'people/consent-mail',
  payload: { email: t.text(), name: t.pick(['unsubscribe', 'subscribe']), language: t.pick(locales) },
})

/** Asks the owner of an address to confirm by e-mail, since anybody could have entered it. @throws AppError TOO_MANY */
export async function requestConfirmation({ kernel, language }: Ctx, email: string, name: 'unsubscribe' | 'subscribe'): Promise<void> {
  await limitEmails(kernel, `${name}-mail`, email)
  await kernel.transaction(async (tx) => tx.enqueue(CONSENT_MAIL, { email, name, language }))
}

/** Sends the confirmation e-mail. For unsubscribing, only an address that receives news is written to. */
export async function sendConsentMail(kernel: Kernel, { email, name, language }: JobPayload<typeof CONSENT_MAIL>): Promise<void> {
  const consent = kernel.get(CONSENT)
  const state = await consent.getState(kernel.db, email)
  if (name === 'unsubscribe' ? state !== 'subscribed' : state === 'subscribed') return
  const link = shopLink(kernel, language, consent.getUnsubscribePath(email) + (name === 'subscribe' ? '&want=1' : ''))
  await kernel.transaction((tx) => sendEmailTo(tx, kernel, { to: email, name, language, params: { link } }))
}
