import { Type } from '@sinclair/typebox'
import { type Ctx, type Db, validationError, extensionPoint, type Sql, t, message } from 'stoa'
import type { Channel } from './consent-sql.ts'

/** Input of an audience, for the person who selects it. */
export type AudienceInput =
  /** Rows of a resource, such as groups; if optional, none selected means all. */
  | { kind: 'rows'; of: string; label: string; optional?: true }
  /** One of several options; their messages are `<label>_<option>`. */
  | { kind: 'pick'; options: readonly string[]; label: string; optional?: true }
  | { kind: 'day'; label: string; optional?: true }
  /** The filter of a resource's list. */
  | { kind: 'filter'; of: string; label: string; optional?: true }

/** The selection, by input name: ids, an option, a day, a filter. */
export type AudienceChoice = Readonly<Record<string, unknown>>

/** A set of known persons, as recipients of messages. */
export interface Audience {
  /** A message key, `crm:audience.groups`. */
  title: string
  /** Permission required to use it. */
  needs: string
  inputs: Readonly<Record<string, AudienceInput>>
  /**
   * SQL: `person_id`, `contact_id` (nullable), `address` (as stored, nullable), `language` (nullable), `first_name`,
   * `last_name` and `company`, with one row for each selected person among the rows visible to the actor. Data needed
   * to build it is read from `db`.
   * @throws AppError INVALID for an invalid selection
   */
  peopleSql(ctx: Ctx, db: Db, chosen: AudienceChoice, channel: Channel): Sql | Promise<Sql>
  /** SQL: `address_norm` of buyers in the last 24 months, to whom a shop may send marketing without prior consent. */
  recentBuyersSql?(channel: Channel): Sql
}

/** Audiences that messages can be sent to. */
export const AUDIENCES = extensionPoint<Audience>('people/audiences', {
  description: 'audiences for bulk messages: their inputs and their query',
  schema: Type.Object({
    title: Type.String({ pattern: '^[a-z][a-z0-9_-]*:[a-z0-9_.]+$' }),
    needs: Type.String({ minLength: 1 }),
    inputs: Type.Record(
      Type.String(),
      Type.Object({ kind: t.pick(['rows', 'pick', 'day', 'filter']), label: Type.String(), optional: Type.Optional(Type.Literal(true)) }),
    ),
  }),
})

/** The selected ids; undefined if none are selected. @throws AppError INVALID */
export function getChosenIds(chosen: AudienceChoice, name: string): number[] | undefined {
  const value = chosen[name]
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined
  if (!Array.isArray(value) || value.length > 500 || !value.every((item) => Number.isSafeInteger(item) && Number(item) > 0))
    throw validationError({ audience: message('core:rule.check_input') })
  return value.map(Number)
}
