import { TagInput } from '@blueprintjs/core'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'

/** Free-form tags. */
export function Input({ id, field, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const { t } = useT()
  const words = Array.isArray(value) ? (value as string[]) : []
  return (
    <TagInput
      fill
      addOnBlur
      addOnPaste
      separator=","
      values={words}
      disabled={disabled ?? false}
      intent={invalid ? 'danger' : 'none'}
      placeholder={t('widget.addTag')}
      tagProps={{ minimal: true }}
      inputProps={{ id, 'aria-label': field.label, 'aria-describedby': describedBy }}
      onChange={(next) => onChange([...new Set(next.map((word) => String(word).trim()).filter(Boolean))])}
    />
  )
}
