import { type Ctx, lockKeys, type Tx } from 'stoa'
import type { SampleStructure } from '../samples/sample-structure.ts'
import { hongKong } from '../samples/hong-kong.ts'
import { singapore } from '../samples/singapore.ts'
import { hrPayRule } from '../resources/rule.ts'
import { hrPayStructure } from '../resources/structure.ts'

/** Sample structures by code. They are data that the shop may edit. */
export const samples = { hong_kong: hongKong, singapore } as const
export type SampleCode = keyof typeof samples

/** Adds a sample structure with its rules, once. @returns its id, and whether it is new */
export async function addSampleStructure(tx: Tx, ctx: Ctx, code: SampleCode): Promise<{ id: number; created: boolean }> {
  const { resources } = ctx.kernel
  const { structure, rules }: SampleStructure = samples[code]
  await lockKeys(tx, [`payroll/sample ${code}`])
  const found = await tx.query(hrPayStructure).where('code', structure.code).first()
  if (found) return { id: found.id, created: false }
  const { id } = await resources.createIn(tx, ctx, hrPayStructure, structure)
  for (const rule of rules) await resources.createIn(tx, ctx, hrPayRule, { ...rule, structure_id: id })
  return { id, created: true }
}
