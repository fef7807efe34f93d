import { account, inverseRelation, type Kernel, relation } from 'stoa'
import { repair, repairPart } from '../repair/index.ts'

/** Staff with their dearest repairs, and what was built into those. */
export const busyStaff = (kernel: Kernel) =>
  kernel
    .query(account, { repairs: inverseRelation(repair, 'owner_id', { only: ['name', 'price'], graph: { parts: repairPart } }) })
    .where('enabled', true)

/** One repair with the name of whoever looks after it. */
export const withOwner = (kernel: Kernel, id: number) => kernel.query(repair, { owner: relation(account, { only: ['name'] }) }).findById(id)
