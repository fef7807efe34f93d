import { offerAll } from '#core'
import { customer } from '../resources/customer.ts'
import { person } from '../resources/person.ts'
import { HAPPENINGS } from './timeline.ts'

const ofPerson = (word: string) => ({ text: `people:timeline.${word}`, of: person })

/** What can happen with people by themselves. */
export const ownHappenings = offerAll(HAPPENINGS, {
  'signed-up': { text: 'people:timeline.signed_up', of: customer, visibility: 'person' },
  'verified-email': ofPerson('verified_email'),
  'verified-phone': ofPerson('verified_phone'),
  subscribed: ofPerson('subscribed'),
  unsubscribed: ofPerson('unsubscribed'),
  suppressed: ofPerson('suppressed'),
  merged: ofPerson('merged'),
  erased: ofPerson('erased'),
})
