import type { Card } from 'stoa/plugins/desk'
import { readOwnTasks } from './read-tasks.ts'

/** Dashboard card: the tasks of the reader, which they can complete there. */
export const dueCard: Card = {
  title: 'tasks:card.mine',
  size: 'small',
  link: 'my-tasks',
  empty: 'tasks:card.none',
  screen: 'tasks/due-tasks',
  read: async (ctx) => ({ data: await readOwnTasks(ctx, { view: 'assigned', closed: false }) }),
}
