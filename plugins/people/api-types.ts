import { type Shape, t } from 'stoa'

/** Responses of the store API. Pages import only the types. */

/** Public settings of the captcha of forms. */
export interface CaptchaSettings {
  site_key: string
  forms: string[]
}

/** Whether sign-in with Facebook is enabled, and the app id. */
export interface FacebookSettings {
  enabled: boolean
  client_id: string
}

declare module 'stoa/site-types' {
  interface SiteSettings {
    recaptcha: CaptchaSettings
    facebook: FacebookSettings
  }
}

/** A customer's account as the customer sees it. */
export const Profile = t.object({
  id: t.id(),
  email: t.text(),
  pending_email: t.maybe(t.text('New address, not verified yet.')),
  first_name: t.text(),
  last_name: t.text(),
  country_code: t.maybe(t.text()),
  phone: t.maybe(t.text()),
  gender: t.maybe(t.pick(['female', 'male'])),
  birthday: t.maybe(t.day()),
  is_subscribe: t.flag(),
  email_verified_at: t.maybe(t.dateTime()),
  phone_verified_at: t.maybe(t.dateTime()),
  language: t.text(),
  has_password: t.flag('False for accounts created without a password.'),
})
export type Profile = Shape<typeof Profile>

/** A shipping or billing address of a customer. */
export const Address = t.object({
  id: t.id(),
  first_name: t.text(),
  last_name: t.text(),
  country: t.text('Three-letter country code.'),
  contact_number: t.text(),
  address: t.text(),
  default_billing: t.flag(),
  default_shipping: t.flag(),
})
export type Address = Shape<typeof Address>

/** All addresses of a customer, default addresses first. */
export const AddressBook = t.object({ data: t.list(Address), total: t.int() })
export type AddressBook = Shape<typeof AddressBook>

/** A new account. */
export const Registered = t.object({
  id: t.id(),
  status: t.pick(['registered', 'email_validation']),
  email: t.text(),
})
export type Registered = Shape<typeof Registered>

/** Whether an address receives news, or the confirmation that was requested. */
export const SubscriptionView = t.object({
  email: t.text(),
  status: t.pick(['subscribed', 'unsubscribed', 'unknown', 'sent']),
  preferences: t.optional(
    t.list(
      t.object({
        channel: t.pick(['email', 'sms']),
        topic: t.text('Key of the topic'),
        title: t.text(),
        description: t.text(),
        subscribed: t.flag(),
      }),
    ),
  ),
})
export type SubscriptionView = Shape<typeof SubscriptionView>

/** All personal data of a customer, for download as a file. */
export const PersonalDataExport = t.object({
  made_at: t.dateTime(),
  /** Data of each plugin by type; amounts in minor units. */
  data: t.record(t.record(t.any())),
  left_out: t.list(t.text('A plugin whose data the requester may not read.')),
})
export type PersonalDataExport = Shape<typeof PersonalDataExport>

/** A page of the customer's own timeline, newest first. */
export const OwnTimeline = t.object({
  data: t.list(
    t.object({
      id: t.id(),
      occurred_at: t.dateTime(),
      summary: t.text('Text of the event, in the requested language.'),
      amount: t.maybe(t.money()),
      currency: t.maybe(t.text()),
    }),
  ),
  next: t.maybe(t.text('Cursor of the next page, for `after`.')),
})
export type OwnTimeline = Shape<typeof OwnTimeline>
