import { account, inverseRelation, type Kernel, relation } from 'stoa'
import { repair, repairPart } from '../repair/index.ts'

/** Enabled staff with their repairs and the parts of each. */
export const busyStaff = (kernel: Kernel) =>
  kernel
    .query(account, { repairs: inverseRelation(repair, 'owner_id', { only: ['name', 'price'], graph: { parts: repairPart } }) })
    .where('enabled', true)

/** A repair with the name of its owner. */
export const withOwner = (kernel: Kernel, id: number) => kernel.query(repair, { owner: relation(account, { only: ['name'] }) }).findById(id)
