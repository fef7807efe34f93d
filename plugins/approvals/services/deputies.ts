import type { Kernel, Tx } from 'stoa'
import { listKinds, findStaff } from './people.ts'

/**
 * Possible deputies of a person: those with the permission for at least one document type that the person may decide. Others would gain a
 * permission they lack.
 */
export async function findDeputies(db: Pick<Tx, 'query'> | Kernel, kernel: Kernel, giver: number): Promise<{ id: number; name: string }[]> {
  const staff = await findStaff(db)
  const staffMember = staff.find(({ id }) => id === giver)
  const kinds = new Set(staffMember ? listKinds(kernel, staffMember) : [])
  return staff
    .filter((member) => member.id !== giver && listKinds(kernel, member).some((kind) => kinds.has(kind)))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}
