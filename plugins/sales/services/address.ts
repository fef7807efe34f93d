import { type AnswerOf, f } from '#core'

/** An address as it is asked for, of goods or of a bill. */
export const addressFields = {
  first_name: f.text(),
  last_name: f.text(),
  country: f.text({ minLength: 3, maxLength: 3 }),
  area: f.text({ default: '', maxLength: 120 }),
  contact_number: f.phone(),
  address: f.area({ maxLength: 500 }),
}
export type Address = AnswerOf<typeof addressFields>
