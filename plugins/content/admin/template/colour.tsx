import { InputGroup } from '@blueprintjs/core'
import { colourContrast, READABLE } from '../../domain/contrast.ts'
import { type InputProps, useFormField } from 'stoa/admin'
import './template.css'
import { useMessages } from './messages.ts'

/** Colour input with palette, hex code and a contrast check against the background. */
export default function Colour({ id, field, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const say = useMessages()
  const { value: surface } = useFormField<string>('surface')
  const colour = typeof value === 'string' ? value : ''
  const isSurface = field.name === 'surface'
  const ratio = isSurface ? colourContrast(colour, '#000000') : colourContrast(colour, surface)
  const isValidRatio = !Number.isNaN(ratio)
  const good = isValidRatio && (isSurface || ratio >= READABLE)
  const ratioText = ratio.toFixed(1)
  return (
    <div className="colour">
      <input
        type="color"
        aria-label={say('pick', { name: field.label })}
        value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : '#000000'}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
      <InputGroup
        id={id}
        className="mono-input"
        value={colour}
        maxLength={9}
        spellCheck={false}
        disabled={disabled ?? false}
        intent={invalid ? 'danger' : 'none'}
        aria-invalid={invalid || undefined}
        aria-describedby={`${id}-contrast${describedBy ? ` ${describedBy}` : ''}`}
        onValueChange={onChange}
      />
      {!isSurface && isValidRatio && (
        <span className="colour-sample" aria-hidden style={{ color: colour, background: surface }}>
          {say('sample')}
        </span>
      )}
      <span id={`${id}-contrast`} className={good ? 'quiet small' : 'colour-fault small'} role="status">
        {!isValidRatio
          ? say('unknown')
          : isSurface
            ? ''
            : good
              ? say('enough', { ratio: ratioText })
              : say('tooLittle', { ratio: ratioText })}
      </span>
    </div>
  )
}
