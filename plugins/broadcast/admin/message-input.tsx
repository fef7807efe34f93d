import { TextArea } from '@blueprintjs/core'
import type { InputProps } from 'stoa/admin'
import { countSegments } from '../domain/segments.ts'
import { useMessages } from './messages.ts'

/** Input for an SMS text. Shows the number of segments, because the provider bills each segment. */
export default function MessageInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const say = useMessages()
  const text = typeof value === 'string' ? value : ''
  const { alphabet, segments, left } = countSegments(text)
  return (
    <>
      <TextArea
        id={id}
        fill
        autoResize
        rows={4}
        value={text}
        disabled={disabled ?? false}
        intent={invalid ? 'danger' : 'none'}
        aria-invalid={invalid || undefined}
        aria-describedby={`${describedBy ?? ''} ${id}-count`.trim()}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={`${id}-count`} className="field-hint num" role="status" aria-live="polite">
        {say('segments', { count: segments })} {say('left', { count: left })} {say(alphabet)}
      </div>
    </>
  )
}
