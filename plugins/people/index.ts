/** Public API of people for other plugins. */
export { fullName } from './domain/full-name.ts'
export { fullNameSql, isCalledSql } from './services/full-name-sql.ts'
export type { Address, Profile } from './api-types.ts'
export { ADDRESSES, type Addresses } from './services/addresses.ts'
export { CAPTCHA, type Captcha } from './services/captcha.ts'
export { toDisplayName } from './domain/display-name.ts'
export { splitInternational } from './domain/calling-codes.ts'
export { normalizeMailbox, normalizeEmail, normalizePhone } from './services/sign-in-rules.ts'
export { shopLink } from './services/emails.ts'
export { newestSms, SMS, type SmsService } from './services/sms.ts'
export { SmsRefused } from './services/sms-providers.ts'
export {
  listAccountEmails,
  birthdaySql,
  findBuyerById,
  findBuyersByPhone,
  findBuyerOfPerson,
  readBuyerTraits,
  searchBuyers,
  isErased,
  lockCustomer,
  findEnabledBuyer,
  listOwnedAccounts,
  personSql,
  recordedPersonSql,
  findEmailContact,
} from './services/buyers.ts'
export { DIRECTORY, type Directory, type Guest } from './services/directory.ts'
export { createDeletionHandler } from './services/deletion-handler.ts'
export { type PersonRole, PERSON_ROLES, leadsToPersonSql } from './services/person-roles.ts'
export { type Requester, type PersonalDataHandler, PERSONAL_DATA, type DataSubject } from './services/personal-data-handler.ts'
export { type Audience, type AudienceInput, AUDIENCES, getChosenIds } from './services/audiences.ts'
export { CONSENT, type Consent, type ConsentChange, type ConsentState } from './services/consent.ts'
export {
  type ConsentTopic,
  type Channel,
  channels,
  consentsSql,
  consentSql,
  EVERY_TOPIC,
  MARKETING,
  addressHashSql,
  topicKeySql,
  topicTitleSql,
} from './services/consent-sql.ts'
export { customer } from './resources/customer.ts'
export { topic } from './resources/topic.ts'
export { rebuildTimelines, type RebuiltPage, toRebuiltPage, type TimelineSource, TIMELINE_SOURCES } from './services/timeline-source.ts'
export { type ActivityEvent, type ActivityEventType, ACTIVITY_EVENTS, TIMELINE, type Timeline } from './services/timeline.ts'

declare module 'stoa/events' {
  interface Events {
    /** An e-mail address was verified as belonging to a person. */
    'person.email_proven': { personId: number; email: string }
    /** Two records were merged into one person: rows of the loser now belong to the survivor. */
    'person.merged': { survivorId: number; loserId: number }
    /** Consent of an address for a channel and topic changed (`*`: all topics); `ref` identifies the message that led to it. */
    'consent.changed': {
      address: string
      channel: string
      topic: string
      state: 'subscribed' | 'unsubscribed' | 'suppressed'
      ref?: string
    }
  }
}
export { createSamplePerson, type SamplePerson } from './services/sample-person.ts'
export { findExampleCustomer, type ExampleCustomer, findExamplePerson } from './services/examples.ts'
