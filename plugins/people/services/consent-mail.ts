import { type Ctx, defineJob, type Kernel, locales, t, type Told } from 'stoa'
import { CONSENT } from './consent.ts'
import { shopLink, write } from './letters.ts'
import { limitLetters } from './rules.ts'

/** Mails an address whether it meant it. */
export const CONSENT_MAIL = defineJob({
  name: 'people/consent-mail',
  payload: { email: t.text(), name: t.pick(['unsubscribe', 'subscribe']), language: t.pick(locales) },
})

/** Mails an address whether it meant it: whoever typed it may not own it. @throws Failed TOO_MANY */
export async function askOwner({ kernel, language }: Ctx, email: string, name: 'unsubscribe' | 'subscribe'): Promise<void> {
  await limitLetters(kernel, `${name}-mail`, email)
  await kernel.work(async (tx) => tx.enqueue(CONSENT_MAIL, { email, name, language }))
}

/** Asks an address whether it meant it. To end news, only an address that gets them is written to. */
export async function sendConsentMail(kernel: Kernel, { email, name, language }: Told<typeof CONSENT_MAIL>): Promise<void> {
  const consent = kernel.get(CONSENT)
  const state = await consent.state(kernel.db, email)
  if (name === 'unsubscribe' ? state !== 'subscribed' : state === 'subscribed') return
  const link = shopLink(kernel, language, consent.page(email) + (name === 'subscribe' ? '&want=1' : ''))
  await kernel.work((tx) => write(tx, kernel, { to: email, name, language, params: { link } }))
}
