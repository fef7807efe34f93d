import { Button, Switch } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog, fieldId, type InputProps } from 'stoa/admin'
import { MAX_OPTIONS } from '../../domain/identity.ts'
import { OptionCard } from './option-card.tsx'
import { OptionTexts } from './option-texts.tsx'
import './options.css'
import { useMessages } from './messages.ts'
import { useOptions } from './use-options.ts'

/** Options of a product. Keys and codes are generated from labels and stay stable. */
export default function Options({ id, value, onChange, path, disabled = false }: InputProps) {
  const say = useMessages()
  const model = useOptions({ value, onChange, disabled })
  const { options, pendingRemoval, removal } = model
  const [translating, setTranslating] = useState(false)
  /** A new option gets the focus on its name. */
  const toName = useRef('')
  useEffect(() => {
    if (toName.current) document.getElementById(toName.current)?.focus()
    toName.current = ''
  })
  const add = () => {
    toName.current = fieldId(`${path}.${options.length}.label`)
    model.add()
  }

  return (
    <div id={id} className="options" tabIndex={-1}>
      {options.length === 0 && <p className="quiet">{say('none')}</p>}
      {options.map((option, index) => (
        <OptionCard
          // The key is not used, since it changes while the name is typed.
          key={option.id ?? `new ${index}`}
          option={option}
          title={model.nameIn(option.label)}
          path={`${path}.${index}`}
          disabled={disabled}
          usedNames={model.otherNames(index)}
          predefinedOptions={model.predefinedOptions}
          rename={(text) => model.rename(index, option, text)}
          change={(next) => model.set(index, next)}
          arrangeValues={(values) => model.arrangeValues(index, values)}
          removeValue={(code) => model.removeValue(option, code)}
          remove={() => model.removeOption(option)}
          {...(index > 0 ? { moveUp: () => model.moveUp(index) } : {})}
        />
      ))}
      {translating && <OptionTexts options={options} disabled={disabled} set={model.set} />}
      <div className="option-foot">
        {!disabled && (
          <Button size="small" icon={<Add aria-hidden />} disabled={options.length >= MAX_OPTIONS} onClick={add}>
            {say('addOption')}
          </Button>
        )}
        {options.length >= MAX_OPTIONS && <span className="quiet small">{say('maxOptions', { max: MAX_OPTIONS })}</span>}
        {options.length > 0 && (
          <Switch label={say('translations')} checked={translating} onChange={(event) => setTranslating(event.currentTarget.checked)} />
        )}
        {removal && (
          <span className="option-undo" role="status">
            {say('optionGone', { name: removal.name })}{' '}
            <Button size="small" variant="minimal" intent="primary" onClick={model.bringBack}>
              {say('bringBack')}
            </Button>
          </span>
        )}
      </div>
      <ConfirmDialog
        open={pendingRemoval !== undefined}
        title={say('remove')}
        confirm={say('remove')}
        cancel={say('keep')}
        intent="danger"
        onConfirm={() => pendingRemoval?.remove()}
        onCancel={model.cancel}
      >
        <p>{say('used', { count: pendingRemoval?.count ?? 0 })}</p>
      </ConfirmDialog>
    </div>
  )
}
