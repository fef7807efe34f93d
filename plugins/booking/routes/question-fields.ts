import { Type } from '@sinclair/typebox'
import { f } from 'stoa'
import { CHANGED, CLOSED, FULL, NEEDS_ACCOUNT, SUBMITTED } from 'stoa/plugins/forms'

/** Answers by field key, with the version of the loaded form. */
export const questionFields = {
  answers: f.maybe(f.json<Record<string, unknown>>({ shape: Type.Object({}) })),
  form_version: f.maybe(f.int({ min: 0, max: 1_000_000_000 })),
}

/** Errors of answers beside field errors. */
export const questionFailures = [NEEDS_ACCOUNT, CLOSED, FULL, SUBMITTED, CHANGED] as const

/** A phone number with its country code. */
export const phoneFields = { country_code: f.maybe(f.text({ maxLength: 4 })), phone: f.maybe(f.phone()) }
