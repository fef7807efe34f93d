import type { Kernel, Tx } from 'stoa'
import { kindsOf, staffOf } from './people.ts'

/** Who could stand in for somebody: those who hold the permission of at least one kind that person may decide. Others would gain a right they lack. */
export async function deputiesOf(db: Pick<Tx, 'query'> | Kernel, kernel: Kernel, giver: number): Promise<{ id: number; name: string }[]> {
  const staff = await staffOf(db)
  const who = staff.find(({ id }) => id === giver)
  const kinds = new Set(who ? kindsOf(kernel, who) : [])
  return staff
    .filter((one) => one.id !== giver && kindsOf(kernel, one).some((kind) => kinds.has(kind)))
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id)
}
