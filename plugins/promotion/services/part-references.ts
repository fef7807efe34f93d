import type { Kernel, ExtensionPoint } from 'stoa'
import type { ReplaceReference } from 'stoa/engine'
import type { Part } from '../domain/types.ts'
import { ACTIONS, type ConditionPiece, CONDITIONS } from './extension-points.ts'

/** Replaces the ids in a part of a rule. */
function replacePart<T extends Pick<ConditionPiece, 'of'>>(
  kernel: Kernel,
  from: ExtensionPoint<T>,
  part: Part,
  replace: ReplaceReference,
): Part {
  const named = kernel.contributions(from).get(part.type)?.of ?? {}
  const value = Object.entries(part.value ?? {}).map(([name, fieldValue]) => {
    const to = named[name]
    if (to === undefined) return [name, fieldValue]
    return [name, Array.isArray(fieldValue) ? fieldValue.map((id) => replace(to, id)) : replace(to, fieldValue)]
  })
  return { ...part, value: Object.fromEntries(value) as Part['value'] }
}

/** Replaces the ids in the conditions of a rule. */
export const replaceConditionReferences = (groups: Part[][], replace: ReplaceReference, kernel: Kernel): Part[][] =>
  groups.map((group) => group.map((part) => replacePart(kernel, CONDITIONS, part, replace)))

/** Replaces the ids in the actions of a rule. */
export const replaceActionReferences = (parts: Part[], replace: ReplaceReference, kernel: Kernel): Part[] =>
  parts.map((part) => replacePart(kernel, ACTIONS, part, replace))
