import { type Kernel, replaceFilterReferences } from 'stoa'
import type { ReplaceReference } from 'stoa/engine'
import { AUDIENCES } from 'stoa/plugins/people'
import type { AudienceDefinition, AudiencePart } from '../domain/audience.ts'

/** Replaces the ids of the chosen records in an audience, when a broadcast is imported. */
export function replaceAudienceReferences(audience: AudienceDefinition, replace: ReplaceReference, kernel: Kernel): AudienceDefinition {
  const inPart = ({ kind, chosen }: AudiencePart): AudiencePart => {
    const inputs = kernel.contributions(AUDIENCES).get(kind)?.inputs ?? {}
    const replaced = Object.entries(chosen).map(([name, value]) => {
      const input = inputs[name]
      if (input?.kind === 'rows' && Array.isArray(value)) return [name, value.map((id) => replace(input.of, id))]
      if (input?.kind === 'filter' && typeof value === 'object' && value !== null)
        return [name, replaceFilterReferences(kernel, input.of, value as Record<string, unknown>, replace)]
      return [name, value]
    })
    return { kind, chosen: Object.fromEntries(replaced) as Record<string, unknown> }
  }
  return { include: (audience.include ?? []).map(inPart), exclude: (audience.exclude ?? []).map(inPart) }
}
