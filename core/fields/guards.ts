import type { Config } from '../config.ts'
import { type Message, message } from '../http/errors.ts'
import { findAddressProblem } from '../http/outgoing.ts'
import type { FieldMeta } from './types.ts'

/** The parts of a named field that this check needs. */
interface Named {
  name: string
  meta: FieldMeta
}

type Values = Readonly<Record<string, unknown>>

/**
 * Checks that every URL field declares which secrets are sent to it, and that these are secret fields.
 * @throws Error with the place when one does not: a secret must not become sendable elsewhere by omission.
 */
export function checkGuards(where: string, fields: readonly Named[]): void {
  const secrets = fields.filter((f) => f.meta.secret).map((f) => f.name)
  for (const { name, meta } of fields) {
    if (meta.guards === undefined && meta.kind === 'url' && secrets.length > 0)
      throw new Error(
        `${where}: say under "guards" of the address "${name}" which secrets are sent there, or that none is: ${secrets.join(', ')}`,
      )
    const strange = meta.guards?.find((other) => !secrets.includes(other))
    if (strange !== undefined) throw new Error(`${where}: "${name}" guards "${strange}", which is no secret`)
  }
}

/** Whether a secret is stored, by its value or by what reads return for it. */
const isStored = (value: unknown) =>
  value !== null && typeof value === 'object' ? 'set' in value && value.set === true : typeof value === 'string' && value !== ''

/**
 * Finds a write that would redirect secrets: a URL changes, and a secret that is sent to it is not entered again. Otherwise a
 * person could have a secret delivered to their own server although nobody may read it.
 * @param at the values before, the values written, and whether a URL differs
 */
export function findUnguarded(
  fields: readonly Named[],
  at: { old: Values; input: Values; changed: (name: string) => boolean; config: Pick<Config, 'outgoing'> },
): Record<string, Message> {
  const problems: Record<string, Message> = {}
  for (const { name, meta } of fields) {
    if (meta.guards === undefined || at.input[name] === undefined || !at.changed(name)) continue
    const address = at.input[name]
    const wrong = typeof address === 'string' && meta.guards.length > 0 ? findAddressProblem(at.config, address) : undefined
    if (wrong) problems[name] = wrong
    for (const secret of meta.guards)
      if (at.input[secret] === undefined && isStored(at.old[secret])) problems[secret] = message('core:rule.secret_again')
  }
  return problems
}
