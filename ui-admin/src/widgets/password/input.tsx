import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { useT } from '../../i18n/index.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'

/** What the server tells about a stored secret. */
interface Stored {
  set: boolean
  last4?: string
}

const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null && 'set' in value

/** A secret. One that is stored already is only ever replaced, never shown. */
export function Input(props: InputProps) {
  const { t } = useT()
  const [stored] = useState(() => (isStored(props.value) && props.value.set ? props.value : undefined))
  const [visible, setVisible] = useState(false)
  if (stored && isStored(props.value)) {
    return (
      <div className="secret">
        <span>{stored.last4 ? t('widget.secretSet', { last4: stored.last4 }) : t('widget.secretIsSet')}</span>
        {!props.disabled && (
          <Button id={props.id} size="small" onClick={() => props.onChange('')}>
            {t('widget.replaceSecret')}
          </Button>
        )}
      </div>
    )
  }
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
        extra={{ type: visible ? 'text' : 'password', autoComplete: 'new-password', rightElement: button }}
      />
      {stored && (
        <Button variant="minimal" size="small" onClick={() => props.onChange(stored)}>
          {t('widget.keepSecret')}
        </Button>
      )}
    </>
  )
}
