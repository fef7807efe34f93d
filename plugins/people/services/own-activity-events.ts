import { contributeAll } from 'stoa'
import { customer } from '../resources/customer.ts'
import { person } from '../resources/person.ts'
import { ACTIVITY_EVENTS } from './timeline.ts'

const ofPerson = (word: string) => ({ text: `people:timeline.${word}`, of: person })
/** Events by the person, also visible in their account. */
const byPerson = (word: string) => ({ ...ofPerson(word), visibility: 'person' as const })

/** Activity event types of people. */
export const ownActivityEvents = contributeAll(ACTIVITY_EVENTS, {
  'signed-up': { text: 'people:timeline.signed_up', of: customer, visibility: 'person' },
  'verified-email': ofPerson('verified_email'),
  'verified-phone': ofPerson('verified_phone'),
  subscribed: byPerson('subscribed'),
  unsubscribed: byPerson('unsubscribed'),
  suppressed: ofPerson('suppressed'),
  merged: ofPerson('merged'),
  erased: ofPerson('erased'),
})
