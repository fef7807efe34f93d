import { notify, notifySuccess } from 'stoa/admin'
import { parseMoney } from 'stoa/money'
import { useMessages } from '../messages.ts'
import { useFigures } from './figures.ts'
import { finish, sendNow } from './queue.ts'
import type { Receipt } from './ticket.ts'
import { useCall } from './use-call.ts'
import type { MannedTill } from './use-cashier.ts'

/** Receipt of a return that was not sent yet, without amounts. */
const EMPTY_RECEIPT = {
  customer: '',
  lines: [],
  off: [],
  rounding: '0.00',
  total: '',
  payments: [],
  change: '0.00',
} satisfies Partial<Receipt>

/** Submits a return and reports the refund methods. */
export function useGiveBack(till: MannedTill, device: string, onDone: () => void) {
  const say = useMessages()
  const figure = useFigures()
  const { busy, wrong, setWrong, call } = useCall()
  const getMethodTitle = (method: string) => till.ways.find(({ code }) => code === method)?.title ?? method
  const giveBack = (path: string, body: object, order_number: string) =>
    call(async () => {
      const { me, store, cashier } = till
      const receipt = { ...EMPTY_RECEIPT, sold_at: new Date().toISOString(), order_number, cashier: me.name }
      const result = await sendNow(await finish({ store: store.id, device, path, body: { ...body, cashier }, receipt }))
      if (result) {
        const total = result.total.replace('-', '')
        const { ways = [] } = result
        const later = result.ways ? parseMoney(total) - ways.reduce((sum, { amount }) => sum + parseMoney(amount), 0) : 0
        notifySuccess(say('gaveBack', { amount: figure(total) }), [
          ...ways.map(({ method, amount }) => say('giveByMethod', { method: getMethodTitle(method), amount: figure(amount) })),
          ...(later > 0 ? [say('sentLater', { amount: figure(later) })] : []),
          result.number,
        ])
      } else notify({ intent: 'warning', title: say('returnWaits') })
      onDone()
    })
  return { busy, wrong, setWrong, giveBack }
}
