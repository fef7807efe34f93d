import { InputGroup } from '@blueprintjs/core'
import { useState } from 'react'

interface Props {
  id: string
  className?: string
  value: number
  max: number
  change: (value: number) => void
}

/** Input of an integer from 1. Keeps the typed text until blur; only valid numbers are passed on. */
export function WholeNumber({ value, max, change, ...more }: Props) {
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    setTyped(text)
    const number = Math.trunc(Number(text))
    if (number >= 1) change(Math.min(max, number))
  }
  return (
    <InputGroup
      {...more}
      type="number"
      min={1}
      max={max}
      value={typed ?? String(value)}
      onValueChange={type}
      onBlur={() => setTyped(undefined)}
    />
  )
}
