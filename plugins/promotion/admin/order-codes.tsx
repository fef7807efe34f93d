import { FormGroup, TagInput } from '@blueprintjs/core'
import { useId } from 'react'
import { useCodeTexts } from './messages.ts'

interface Props {
  /** Values chosen for the adjustment providers, by provider name. */
  choices: Readonly<Record<string, unknown>>
  choose: (choices: Record<string, unknown>) => void
}

const getStoredCodes = (choices: Props['choices']): string[] => {
  const codes = (choices['promotion'] as { codes?: unknown } | undefined)?.codes
  return Array.isArray(codes) ? codes.map(String) : []
}

/** Promotion codes of an order that staff enter. They are validated when the order is saved. */
export default function OrderCodes({ choices, choose }: Props) {
  const say = useCodeTexts()
  const id = useId()
  const set = (codes: readonly unknown[]) => {
    const typed = [...new Set(codes.map((code) => String(code).trim().toUpperCase()).filter((code) => code !== ''))]
    const { promotion: _, ...others } = choices
    choose(typed.length > 0 ? { ...others, promotion: { codes: typed } } : others)
  }
  return (
    <FormGroup label={say('ofOrder')} labelFor={id} helperText={say('ofOrderHint')}>
      <TagInput
        inputProps={{ id, autoComplete: 'off', spellCheck: false, maxLength: 40 }}
        values={getStoredCodes(choices)}
        addOnBlur
        fill
        onChange={(codes) => set(codes)}
        tagProps={{ minimal: true }}
      />
    </FormGroup>
  )
}
