import { f } from 'stoa'

const id = f.int({ min: 1, max: Number.MAX_SAFE_INTEGER, says: 'core:rule.not_exists' })

/** The id of a row in a query or body, whose existence the handler checks. */
export const idField = id

/** Fields of a request for leave. */
export const requestFields = {
  type_id: id,
  start_date: f.date(),
  end_date: f.date(),
  start_half: f.pick(['full', 'pm'], { default: 'full' }),
  end_half: f.pick(['full', 'am'], { default: 'full' }),
  hours: f.maybe(f.decimal({ min: 0.01, max: 24 })),
}

export const reasonField = f.area({ default: '', maxLength: 2_000 })
