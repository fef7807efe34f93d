import { type Kernel, type Locale, sendEmail, type Tx } from 'stoa'

interface CustomerEmail {
  to: string
  /** Message keys `people:mail.<name>_subject` and `people:mail.<name>_text`. */
  name: 'verify' | 'reset' | 'invite' | 'email_changed' | 'unsubscribe' | 'subscribe'
  language: Locale
  params?: Record<string, string>
}

/** Sends an e-mail in the recipient's language. */
export async function sendEmailTo(tx: Tx, kernel: Kernel, { to, name, language, params = {} }: CustomerEmail): Promise<void> {
  const shop = String(kernel.settings.read('basic', language).name)
  const say = (part: string) => kernel.i18n.t(language, `people:mail.${name}_${part}`, { shop, ...params })
  // The link is a secret part of the e-mail: it is encrypted at rest and hidden from staff.
  await sendEmail(tx, { to, subject: say('subject'), text: say('text') }, { config: kernel.config, parts: [params.link ?? ''] })
}

/** Address of a store page, in the reader's language. Its host is the configured one, never that of the request. */
export function shopLink(kernel: Kernel, language: Locale, path: string): string {
  const prefix = language === kernel.settings.mainLanguage ? '' : `/${language}`
  return `${kernel.config.publicUrl}${prefix}${path}`
}
