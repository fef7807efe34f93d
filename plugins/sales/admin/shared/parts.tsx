import { Button } from '@blueprintjs/core'
import { type ReactNode, useRef } from 'react'
import { api, notifyFailure } from 'stoa/admin'
import type { FullOrder } from '../order-view/types.ts'
import { useMessages } from '../order-view/messages.ts'
import { getName } from './goods-name.tsx'

/** Ignores the second click of a double click, which would press the button that replaced the first. In milliseconds. */
const CALM_MS = 600

/** Changes one of the documents of an order and reloads the order. One change at a time. */
export function useChange(done: () => Promise<unknown>) {
  const say = useMessages()
  const busy = useRef(false)
  return async (path: string, body: object) => {
    if (busy.current) return
    busy.current = true
    try {
      await api(path, { method: 'PUT', body })
      await done()
    } catch (error) {
      notifyFailure(say('failed'), error)
    } finally {
      setTimeout(() => {
        busy.current = false
      }, CALM_MS)
    }
  }
}

/** A small button in a section of an order. */
export const Small = ({ onClick, children, danger }: { onClick: () => void; children: ReactNode; danger?: boolean }) => (
  <Button size="small" variant={danger ? 'minimal' : 'outlined'} intent={danger ? 'danger' : 'none'} onClick={onClick}>
    {children}
  </Button>
)

/** Units of lines as text. */
export const Units = ({ full, lines }: { full: FullOrder; lines: readonly { order_line_id: number; quantity: number }[] }) => (
  <p className="small">
    {lines.map((l) => `${getName(full.order.lines.find((o) => o.id === l.order_line_id))} ×\u00a0${l.quantity}`).join(', ')}
  </p>
)
