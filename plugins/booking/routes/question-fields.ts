import { Type } from '@sinclair/typebox'
import { f } from 'stoa'
import { CHANGED, CLOSED, FULL, NEEDS_ACCOUNT, SUBMITTED } from 'stoa/plugins/forms'

/** Answers to the questions of an event, each by the key of its field, with the version of the form that was loaded. */
export const questionFields = {
  answers: f.maybe(f.json<Record<string, unknown>>({ shape: Type.Object({}) })),
  form_version: f.maybe(f.int({ min: 0, max: 1_000_000_000 })),
}

/** What such answers can be refused by beside their fields. */
export const questionFailures = [NEEDS_ACCOUNT, CLOSED, FULL, SUBMITTED, CHANGED] as const

/** A phone with its country code. */
export const phoneFields = { country_code: f.maybe(f.text({ maxLength: 4 })), phone: f.maybe(f.phone()) }
