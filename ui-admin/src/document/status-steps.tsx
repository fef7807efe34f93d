import { Tick } from '@blueprintjs/icons'
import { useT } from '../i18n/index.ts'
import { useMessages } from './messages.ts'
import type { DocumentRoad } from './types.ts'

/** Progress of a document along its usual steps; empty when it has left them. */
export function Road({ words, status }: { words: DocumentRoad; status: string }) {
  const say = useMessages()
  const { t } = useT()
  const at = words.findIndex((word) => word === status)
  if (at < 0) return null
  return (
    <ol className="doc-road" aria-label={say('road')}>
      {words.map((word, i) => {
        const done = i < at || at === words.length - 1
        return (
          <li key={word} className={done ? 'is-done' : i === at ? 'is-now' : undefined} aria-current={i === at ? 'step' : undefined}>
            <span className="doc-road-mark" aria-hidden>
              {done ? <Tick size={12} /> : i + 1}
            </span>
            <span className="doc-road-word">{t(`status.${word}`)}</span>
            {done && <span className="sr-only">, {say('done')}</span>}
          </li>
        )
      })}
    </ol>
  )
}
