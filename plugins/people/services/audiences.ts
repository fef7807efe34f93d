import { Type } from '@sinclair/typebox'
import { type Ctx, type Db, validationError, extensionPoint, type Sql, t, message } from 'stoa'
import type { Channel } from './consent-sql.ts'

/** What is asked of who chooses an audience. */
export type AudienceInput =
  /** Rows of a resource, such as groups; none chosen means all where it may be left out. */
  | { kind: 'rows'; of: string; label: string; optional?: true }
  /** One of some words; their texts are `<label>_<word>`. */
  | { kind: 'pick'; options: readonly string[]; label: string; optional?: true }
  | { kind: 'day'; label: string; optional?: true }
  /** The filter of a list of a resource. */
  | { kind: 'filter'; of: string; label: string; optional?: true }

/** What was chosen, by the names of inputs: ids, a word, a day, a filter. */
export type AudienceChoice = Readonly<Record<string, unknown>>

/** Some of the people the business knows, for messages to them. */
export interface Audience {
  /** A text, `crm:audience.groups`. */
  title: string
  /** Permission to choose it. */
  needs: string
  inputs: Readonly<Record<string, AudienceInput>>
  /**
   * A select of `person_id`, `contact_id` (null where there is none), `address` (as it is stored; null where there is none), `language`
   * (null where it is not known), `first_name`, `last_name` and `company`: one row for each of those chosen, within the rows the actor sees.
   * What has to be read first is read from `db`.
   * @throws Failed INVALID for what cannot be chosen
   */
  people(ctx: Ctx, db: Db, chosen: AudienceChoice, channel: Channel): Sql | Promise<Sql>
  /** Addresses of those who bought something in the last 24 months, a select of `address_norm`: shops may write to them unasked. */
  lately?(channel: Channel): Sql
}

/** Whom messages can go to. */
export const AUDIENCES = extensionPoint<Audience>('people/audiences', {
  description: 'whom messages to many can go to: how they are chosen, and how they are found',
  schema: Type.Object({
    title: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    needs: Type.String({ minLength: 1 }),
    inputs: Type.Record(
      Type.String(),
      Type.Object({ kind: t.pick(['rows', 'pick', 'day', 'filter']), label: Type.String(), optional: Type.Optional(Type.Literal(true)) }),
    ),
  }),
})

/** Ids that were chosen; undefined for none. @throws Failed INVALID */
export function getChosenIds(chosen: AudienceChoice, name: string): number[] | undefined {
  const value = chosen[name]
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined
  if (!Array.isArray(value) || value.length > 500 || !value.every((one) => Number.isSafeInteger(one) && Number(one) > 0))
    throw validationError({ audience: message('core:rule.check_input') })
  return value.map(Number)
}
