import { OverlayToaster, type Intent } from '@blueprintjs/core'
import { useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { failureLines } from '../api/failure.ts'
import { t } from '../i18n/index.ts'

const SUCCESS_MS = 5000
const MAX_SHOWN = 3
const SETTLE_MS = 60

/** A notification: title and further lines. */
export interface Notice {
  intent: 'success' | 'warning' | 'danger'
  title: string
  lines?: string[]
  /** The page shows the problem itself, so the notification disappears automatically. */
  brief?: boolean
  /** A link or action that fixes the problem. */
  way?: { text: string; onClick: () => void } | undefined
}

let toaster: OverlayToaster | null = null
const repeats = new Map<string, number>()
let announcement = ''
const listeners = new Set<() => void>()

function Body({ title, lines, count }: { title: string; lines: string[]; count: number }) {
  return (
    <div className="notice">
      <strong>
        {title}
        {count > 1 ? ` ×${count}` : ''}
      </strong>
      {lines.length === 1 && <div>{lines[0]}</div>}
      {lines.length > 1 && (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const meets = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Elements that must not be covered: the pressed button, and primary buttons. */
function inTheWay(box: Element): boolean {
  const pressed = document.activeElement?.matches('button, a, input') ? [document.activeElement] : []
  const found = [...document.querySelectorAll('.bp6-button.bp6-intent-primary, .bp6-button.doc-next'), ...pressed]
  const toasts = [...box.querySelectorAll('.bp6-toast')].map((element) => element.getBoundingClientRect())
  return found.some((element) => !box.contains(element) && toasts.some((toast) => meets(element.getBoundingClientRect(), toast)))
}

/** Positions notifications at the bottom, or at the top where they would cover a button. */
function settle(): void {
  const box = document.querySelector('.bp6-toast-container')
  if (!box) return
  const place = (above: boolean) => document.body.toggleAttribute('data-notices-above', above)
  place(false)
  if (inTheWay(box)) place(true)
  if (document.body.hasAttribute('data-notices-above') && inTheWay(box)) place(false)
}

/** Shows a notification. Errors stay until they are closed; a repeated notification shows a count. */
export function notify({ intent, title, lines = [], brief = false, way }: Notice): void {
  const toastKey = [intent, title, ...lines].join('\n')
  const count = (repeats.get(toastKey) ?? 0) + 1
  repeats.set(toastKey, count)
  // A repeated notification is shown for its full time again.
  if (count > 1) toaster?.dismiss(`${toastKey}\n${count - 1}`)
  toaster?.show(
    {
      intent: intent as Intent,
      timeout: intent === 'success' || brief ? SUCCESS_MS : 0,
      ...(way ? { action: way } : {}),
      message: <Body title={title} lines={lines} count={count} />,
      onDismiss: () => {
        if (repeats.get(toastKey) === count) repeats.delete(toastKey)
      },
    },
    `${toastKey}\n${count}`,
  )
  // Positioned after the entry animation.
  setTimeout(settle, SETTLE_MS)
  if (intent === 'success') return
  announcement = `${title}. ${lines.join('. ')}`
  for (const listener of listeners) listener()
}

/** Reports a failed request under the title of the action. */
export function notifyFailure(title: string, error: unknown, getLabel?: (field: string) => string, way?: Notice['way']): void {
  const refused = error instanceof ApiError && error.status > 0 && error.status < 500
  notifyUnlessExpired({ intent: refused ? 'warning' : 'danger', title, way }, error, getLabel)
}

/** Reports a failed optimistic change that was undone on the page. */
export const notifyReverted = (title: string, error: unknown, getLabel?: (field: string) => string): void =>
  notifyUnlessExpired({ intent: 'warning', title }, error, getLabel)

function notifyUnlessExpired(notice: Omit<Notice, 'lines'>, error: unknown, getLabel?: (field: string) => string): void {
  // The notification about the expired session is shown already.
  if (error instanceof ApiError && error.expired) return
  notify({ ...notice, lines: failureLines(error, getLabel) })
}

/** Reports success. */
export function notifySuccess(title: string, lines?: string[]): void {
  // Success closes earlier errors.
  for (const toast of toaster?.getToasts() ?? []) if (toast.intent !== 'success') toaster?.dismiss(toast.key)
  notify({ intent: 'success', title, ...(lines ? { lines } : {}) })
}

/** Container of the notifications, and the live region that announces errors. */
export function Toasts() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => announcement,
  )
  return (
    <>
      <OverlayToaster
        ref={(it) => {
          toaster = it
        }}
        position="bottom"
        maxToasts={MAX_SHOWN}
        aria-label={t('notice.region')}
      />
      <div className="sr-only" aria-live="assertive">
        {text}
      </div>
    </>
  )
}
