import { type Ctx, defineJob, type Kernel, locales, t, type JobPayload } from 'stoa'
import { CONSENT } from './consent.ts'
import { shopLink, sendEmailTo } from './emails.ts'
import { limitEmails } from './sign-in-rules.ts'

/** Mails an address whether it meant it. */
export const CONSENT_MAIL = defineJob({
  name: 'people/consent-mail',
  payload: { email: t.text(), name: t.pick(['unsubscribe', 'subscribe']), language: t.pick(locales) },
})

/** Mails an address whether it meant it: whoever typed it may not own it. @throws Failed TOO_MANY */
export async function askOwner({ kernel, language }: Ctx, email: string, name: 'unsubscribe' | 'subscribe'): Promise<void> {
  await limitEmails(kernel, `${name}-mail`, email)
  await kernel.transaction(async (tx) => tx.enqueue(CONSENT_MAIL, { email, name, language }))
}

/** Asks an address whether it meant it. To end news, only an address that gets them is written to. */
export async function sendConsentMail(kernel: Kernel, { email, name, language }: JobPayload<typeof CONSENT_MAIL>): Promise<void> {
  const consent = kernel.get(CONSENT)
  const state = await consent.state(kernel.db, email)
  if (name === 'unsubscribe' ? state !== 'subscribed' : state === 'subscribed') return
  const link = shopLink(kernel, language, consent.page(email) + (name === 'subscribe' ? '&want=1' : ''))
  await kernel.transaction((tx) => sendEmailTo(tx, kernel, { to: email, name, language, params: { link } }))
}
