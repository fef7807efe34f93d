import { Button } from '@blueprintjs/core'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../i18n/index.ts'
import { useMessages } from '../../settings/messages.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'
import { isStored, type Stored } from './stored.ts'

/** Input of a secret. A stored one can be kept, replaced or removed, but is never shown. */
export function Input(props: InputProps) {
  const { t } = useT()
  const say = useMessages()
  const [stored, setStored] = useState<Stored>()
  const [visible, setVisible] = useState(false)
  // Updates the stored state after a save.
  if (isStored(props.value) && props.value !== stored) setStored(props.value)
  const { turn, within } = useTurns(props.onChange)
  const keep = stored?.set && (
    <Button
      {...(props.value === null ? { id: props.id, 'aria-label': `${t('widget.keepSecret')}: ${props.field.label}` } : {})}
      variant="minimal"
      size="small"
      onClick={() => turn(stored)}
    >
      {t('widget.keepSecret')}
    </Button>
  )
  if (isStored(props.value) && (props.value.set || props.disabled)) {
    const { set, last4 } = props.value
    return (
      <div ref={within} className="secret">
        <span>{set ? (last4 ? t('widget.secretSet', { last4 }) : t('widget.secretIsSet')) : say('secretNone')}</span>
        {!props.disabled && (
          <>
            <Button
              id={props.id}
              size="small"
              // Without it, the label of the field would replace the button's own label.
              aria-label={`${t('widget.replaceSecret')}: ${props.field.label}`}
              aria-describedby={props.describedBy}
              onClick={() => turn('')}
            >
              {t('widget.replaceSecret')}
            </Button>
            <Button size="small" variant="minimal" intent="danger" onClick={() => turn(null)}>
              {t('common.remove')}
            </Button>
          </>
        )}
      </div>
    )
  }
  if (props.value === null && keep)
    return (
      <div ref={within} className="secret">
        <span role="status">{say('secretGone')}</span>
        {keep}
      </div>
    )
  const button = (
    <Button variant="minimal" size="small" onClick={() => setVisible(!visible)}>
      {visible ? t('widget.hide') : t('widget.show')}
    </Button>
  )
  return (
    <div ref={within}>
      <LineInput
        {...props}
        value={isStored(props.value) ? '' : props.value}
        placeholder={isStored(props.value) ? say('secretNone') : props.row && !stored ? t('widget.keepPassword') : props.placeholder}
        extra={{ type: visible ? 'text' : 'password', autoComplete: 'new-password', rightElement: button }}
      />
      {keep}
    </div>
  )
}

/** The pressed button is removed together with its row, so the focus moves to the first control that replaces it. */
function useTurns(onChange: (value: unknown) => void) {
  const [turns, setTurns] = useState(0)
  const within = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (turns > 0) within.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [turns])
  const turn = (value: unknown) => {
    onChange(value)
    setTurns(turns + 1)
  }
  return { turn, within }
}
