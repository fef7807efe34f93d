import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useT } from '../../i18n/index.ts'
import { useTexts } from '../../settings/texts.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** What the server tells about a secret. */
interface Stored {
  set: boolean
  last4?: string
}

const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && 'set' in value

/** A secret. One that is stored already is kept, replaced or removed, never shown. */
export function Input(props: InputProps) {
  const { t } = useT()
  const say = useTexts()
  const [stored, setStored] = useState<Stored>()
  const [visible, setVisible] = useState(false)
  // After a save the server tells anew what it has.
  if (isStored(props.value) && props.value !== stored) setStored(props.value)
  const keep = stored?.set && (
    <Button variant="minimal" size="small" onClick={() => props.onChange(stored)}>
      {t('widget.keepSecret')}
    </Button>
  )
  if (isStored(props.value) && (props.value.set || props.disabled)) {
    const { set, last4 } = props.value
    return (
      <div className="secret">
        <span>{set ? (last4 ? t('widget.secretSet', { last4 }) : t('widget.secretIsSet')) : say('secretNone')}</span>
        {!props.disabled && (
          <>
            <Button id={props.id} size="small" onClick={() => props.onChange('')}>
              {t('widget.replaceSecret')}
            </Button>
            <Button size="small" variant="minimal" intent="danger" onClick={() => props.onChange(null)}>
              {t('common.remove')}
            </Button>
          </>
        )}
      </div>
    )
  }
  if (props.value === null && keep)
    return (
      <div className="secret">
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
    <>
      <LineInput
        {...props}
        value={isStored(props.value) ? '' : props.value}
        placeholder={isStored(props.value) ? say('secretNone') : props.placeholder}
        extra={{ type: visible ? 'text' : 'password', autoComplete: 'new-password', rightElement: button }}
      />
      {keep}
    </>
  )
}
