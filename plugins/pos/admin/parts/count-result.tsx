import { Callout } from '@blueprintjs/core'
import { parseMoney } from 'stoa/money'
import type { Counted } from '../../api-types.ts'
import { useFigures } from '../engine/figures.ts'
import { useMessages } from '../messages.ts'
import { TextField } from './text-field.tsx'

interface Props {
  counted: Counted
  reason: string
  onReason: (reason: string) => void
}

/** Counted and expected cash, with the reason for a difference. */
export function CountResult({ counted, reason, onReason }: Props) {
  const say = useMessages()
  const figure = useFigures()
  const differs = parseMoney(counted.difference) !== 0
  return (
    <>
      <dl className="till-facts">
        <div>
          <dt>{say('expected')}</dt>
          <dd className="num">{figure(counted.expected)}</dd>
        </div>
        <div>
          <dt>{say('counted')}</dt>
          <dd className="num">{figure(counted.counted)}</dd>
        </div>
        <div className={differs ? 'is-bad' : 'is-good'}>
          <dt>{say('difference')}</dt>
          <dd className="num">{figure(counted.difference)}</dd>
        </div>
      </dl>
      {differs ? (
        <TextField label={say('reason')} autoFocus value={reason} maxLength={500} onValueChange={onReason} />
      ) : (
        <Callout intent="success">{say('noDifference')}</Callout>
      )}
    </>
  )
}
