import { Tick } from '@blueprintjs/icons'
import { useT } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from './texts.ts'

const road = ['pending', 'paid', 'processing', 'shipped', 'completed'] as const

/** How far an order is on its usual way; nothing for orders that left it. */
export function Progress({ status }: { status: string }) {
  const say = useTexts()
  const { t } = useT()
  const at = road.findIndex((word) => word === status)
  if (at < 0) return null
  return (
    <ol className="order-progress" aria-label={say('steps')}>
      {road.map((word, i) => {
        const done = i < at || status === 'completed'
        return (
          <li key={word} className={done ? 'is-done' : i === at ? 'is-now' : undefined} aria-current={i === at ? 'step' : undefined}>
            <span className="order-step" aria-hidden>
              {done ? <Tick size={12} /> : i + 1}
            </span>
            <span className="order-word">{t(`status.${word}`)}</span>
            {done && <span className="sr-only">, {say('done')}</span>}
          </li>
        )
      })}
    </ol>
  )
}
