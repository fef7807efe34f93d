import { failureLines, inOneTab, isRefusal, postOnce } from 'stoa/admin'
import type { ReturnTold, TicketTold } from '../../api-types.ts'
import { counterDb, inQueue, type Waiting } from './db.ts'
import type { Receipt } from './ticket.ts'

/** So long an answer is waited for before the ticket counts as sold without network. */
const PATIENCE_MS = 6_000
/** So long nobody else sends a ticket whose buyer is being served: were both answered, one refused and one not, it would be sold and not sold. */
const SERVING_MS = 20_000
const CHANNEL = 'stoa-counter-queue'

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
const heard = new Set<() => void>()
const tell = () => {
  for (const hear of heard) hear()
}
channel?.addEventListener('message', tell)

function changed(): void {
  tell()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin and takes none
  channel?.postMessage(0)
}

/** Calls when the queue changed, here or in another tab. */
export function whenQueueChanges(hear: () => void): () => void {
  heard.add(hear)
  return () => void heard.delete(hear)
}

/** All that waits, oldest first. */
export const waiting = async (): Promise<Waiting[]> => (await counterDb()).getAllFromIndex('queue', 'at')

/** The number a drawer gives a ticket: as the server makes it, so that receipts need not wait for it. */
export const getNumber = (code: string, session: number, device: number, place: number): string =>
  `${code.toUpperCase()}-${session}${device > 1 ? `.${device}` : ''}-${place}`

export interface Finished {
  store: number
  device: string
  /** Where it is sent, below the store. */
  path: string
  /** What the server will be told, but for its turn. */
  body: Record<string, unknown>
  receipt: Omit<Receipt, 'number'>
}

/** The register is not open on this device. */
export class NoDrawer extends Error {}

/**
 * A ticket that is paid gets its turn and lies in the queue, in one step: from here on it is never lost and never written twice.
 * @throws NoDrawer
 */
export async function finish({ store, device, path, body, receipt }: Finished): Promise<Waiting> {
  const tx = await inQueue()
  const drawer = await tx.drawer(store)
  if (!drawer) throw new NoDrawer()
  const place = drawer.last + 1
  const uuid = crypto.randomUUID()
  const item: Waiting = {
    uuid,
    at: Date.now() + place / 1e6,
    serving: Date.now() + SERVING_MS,
    store,
    session: drawer.session,
    place,
    path,
    body: { ...body, client_uuid: uuid, session_id: drawer.session, device, place },
    receipt: { ...receipt, number: getNumber(drawer.code, drawer.session, drawer.place, place) },
  }
  await Promise.all([tx.keep({ ...drawer, last: place }), tx.queue.put(item), tx.done])
  changed()
  return item
}

/** A ticket the server refused, before its buyer left or for good: it was never sold, and nothing comes for its turn. */
export async function withdraw(item: Waiting): Promise<void> {
  const tx = await inQueue()
  const drawer = await tx.drawer(item.store)
  const same = drawer?.session === item.session
  await Promise.all([
    same ? tx.keep({ ...drawer, unused: [...drawer.unused, item.place] }) : undefined,
    tx.queue.delete(item.uuid),
    tx.done,
  ])
  changed()
}

const post = (item: Waiting, body: Record<string, unknown>, signal?: AbortSignal) =>
  Promise.race([
    postOnce<TicketTold & Partial<Pick<ReturnTold, 'ways'>>>(`store/${item.store}/${item.path}`, body, item.uuid),
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(new Error('late')))),
  ])

async function done(uuid: string): Promise<void> {
  await (await counterDb()).delete('queue', uuid)
  changed()
}

/** Whoever served its buyer has let go of it: from now on it waits. */
async function deleteSent({ serving: _, ...item }: Waiting): Promise<undefined> {
  await (await counterDb()).put('queue', item)
  changed()
}

/**
 * Sends a ticket whose buyer stands at the counter. Without an answer it counts as sold without network and waits.
 * @returns what the server said, or undefined while it waits. @throws ApiError when it was refused: it was not sold
 */
export async function sendNow(item: Waiting): Promise<(TicketTold & Partial<Pick<ReturnTold, 'ways'>>) | undefined> {
  if (!navigator.onLine) return deleteSent(item)
  try {
    const told = await post(item, { ...item.body, offline: false }, AbortSignal.timeout(PATIENCE_MS))
    await done(item.uuid)
    return told
  } catch (error) {
    if (!isRefusal(error)) return deleteSent(item)
    await withdraw(item)
    throw error
  }
}

/** Sends a ticket that was refused once more, approved by somebody's PIN, which is kept nowhere. @throws ApiError when it is refused again */
export async function sendApproved(item: Waiting, approver_id: number, approver_pin: string): Promise<void> {
  await post(item, { ...item.body, offline: true, approver_id, approver_pin }, AbortSignal.timeout(PATIENCE_MS))
  await done(item.uuid)
}

/**
 * Sends what waits, oldest first, in one tab of all that are open.
 * @returns false when the network is away, or the session of whoever is signed in is over
 */
export async function sendWaiting(): Promise<boolean> {
  const run = async (): Promise<boolean> => {
    for (const item of await waiting()) {
      if ((item.serving ?? 0) > Date.now()) continue
      try {
        await post(item, { ...item.body, offline: true }, AbortSignal.timeout(PATIENCE_MS * 5))
        await done(item.uuid)
      } catch (error) {
        if (!isRefusal(error)) return false
        const { code } = error
        await (await counterDb()).put('queue', { ...item, refused: { code, lines: failureLines(error) } })
        changed()
      }
    }
    return true
  }
  return inOneTab('stoa-counter-send', run, true)
}
