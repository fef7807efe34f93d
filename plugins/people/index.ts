/** What other plugins may use of people. */
export { fullName } from './domain/full-name.ts'
export { fullNameSql } from './services/full-name-sql.ts'
export type { Address, Profile } from './wire.ts'
export { ADDRESSES, type Addresses } from './services/addresses.ts'
export { CAPTCHA, type Captcha } from './services/captcha.ts'
export { plainPhone } from './services/rules.ts'
export { newestSms, SMS, type SmsService } from './services/sms.ts'
export { buyer, type Buyer, buyerOf, findBuyers, lockCustomer } from './services/buyers.ts'
export { DIRECTORY, type Directory } from './services/directory.ts'
export { eraseMissed } from './services/erase.ts'
export { type Asking, type Keeper, KEEPERS, type Who } from './services/keepers.ts'
export type { Guest } from './services/persons.ts'
export { CONSENT, type Consent, type ConsentChange, type ConsentState } from './services/consent.ts'
export { type Happening, type HappeningKind, HAPPENINGS, TIMELINE, type Timeline } from './services/timeline.ts'

declare module '#core/events/events' {
  interface Events {
    /** Two records turned out to be one person: what hangs on the loser belongs to the survivor now. */
    'person.merged': { survivorId: number; loserId: number }
    /** An address gets news, or no longer. */
    'consent.changed': { address: string; state: 'subscribed' | 'unsubscribed' | 'suppressed' }
  }
}
export { invented, type Invented } from './services/invented.ts'
export { exampleCustomer, type ExampleCustomer, examplePerson } from './services/examples.ts'
